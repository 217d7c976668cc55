"""Link and store fuzzed by coverage (`atheris`); lines by seed are `mjsim campaign fuzz`.

`link` and `store` are what atheris drives, on the campaign's bench and on `records`.
"""
