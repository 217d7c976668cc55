"""A scorer for the match's tests: small, total, zero-sum; what it pays depends on everything."""

from mjscore.errors import ScoreError

SEATS = "ESWN"


def small_score(request):
    """Value = `points` of the winner's hand; East pays and gets double, events pay 10 each."""
    if request["config"].get("bad"):
        raise ScoreError("there is no option 'bad'", "config.bad", "")
    net = dict.fromkeys(SEATS, 0)
    win = request.get("win")
    answer = {"system": request["system"], "legal": True, "hands": {}, "transfers": [], "net": net}
    for event in request.get("events") or []:
        for seat in SEATS:
            if event["seat"] != seat:
                net[seat] += 10
                net[event["seat"]] -= 10
    if win:
        if win["source"] == "dealt" and win["seat"] != "E":
            raise ScoreError("only East is dealt a whole hand", "win.source", "SB-L04")
        value = request["players"][win["seat"]]["points"] + 100 * request["dealer_streak"]
        if value > 9000:
            return answer | {"legal": False, "reason": "it is too dear", "rule": "SB-F02"}
        answer["hands"] = {win["seat"]: {"value": value}}
        for seat in SEATS:
            if seat != win["seat"]:
                amount = value * (2 if "E" in (seat, win["seat"]) else 1)
                net[seat] -= amount
                net[win["seat"]] += amount
    if request.get("bettor"):
        net["bettor"] = 0 if request["bettor_shown"] else net[request["bettor"]]
        net["E"] -= net["bettor"]
    return answer


def hand(winner, points=10, source="wall", **more):
    """A request: who won what; None = nobody."""
    win = {"seat": winner, "source": source} if winner else None
    players = {seat: {"points": points if seat == winner else 0} for seat in SEATS}
    return {"players": players, "win": win} | more
