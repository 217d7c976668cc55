#!/bin/sh
# System packages of the checks (circuit, mechanism, dashboard, bridge): used when they are there, else fetched by apt as root or
# through `sudo -n`, else named. A missing one never stops `make`: its checks are then NOT RUN,
# or fail where the variable CI is set.
set -u
missing=""

want() {  # package, command that succeeds when it is there
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

has_library() {
    ldconfig -p 2>/dev/null | grep -q "$1"
}

has_browser() {  # the tests of the dashboard
    [ -n "${BROWSER_PATH:-}" ] || command -v chromium || command -v chromium-browser ||
        command -v google-chrome || command -v google-chrome-stable
}

has_broker() {  # the tests of the bridge
    command -v mosquitto || [ -x /usr/sbin/mosquitto ]
}

want ngspice ngspice --version
want kicad /usr/bin/python3 -c "import pcbnew"
want gerbv command -v gerbv
want kicad-footprints test -d /usr/share/kicad/footprints
want xvfb command -v Xvfb
want xdotool xdotool version
want imagemagick command -v import
want libgl1 has_library libGL.so.1
want libx11-6 has_library libX11.so.6
want chromium has_browser
want mosquitto has_broker
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if command -v apt-get >/dev/null 2>&1; then
    root=""
    [ "$(id -u)" = 0 ] || root="sudo -n"
    if [ -z "$root" ] || sudo -n true 2>/dev/null; then
        echo "tools: getting$missing, up to two minutes"
        mkdir -p .build
        for step in "update" "install -y --no-install-recommends$missing"; do
            # shellcheck disable=SC2086
            DEBIAN_FRONTEND=noninteractive $root apt-get -qq $step >.build/tools.log 2>&1
        done && exit 0
        tail -n 3 .build/tools.log >&2
    fi
fi
echo "tools: not here:$missing. Their checks are not run. To get them: sudo $install" >&2
exit 0
