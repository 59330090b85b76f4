#!/usr/bin/env bash
# Comments of reviewdog on the lines of a pull request, from any CI that it knows; REVIEWDOG_REPORTER says how, as `github-pr-review`.
set -uo pipefail
fleet-gate lint deploy/ --clusters clusters.yaml --quiet --format text --format sarif=fleet-gate.sarif
verdict=$?
# Of wrong usage, a hub out of reach and the like there are no findings: only 0, 1 and 6 have judged.
case $verdict in 0 | 1 | 6) ;; *) exit "$verdict" ;; esac
reviewdog -f=sarif -name=fleet-gate -reporter="${REVIEWDOG_REPORTER:-local}" -filter-mode="${REVIEWDOG_FILTER_MODE:-nofilter}" -fail-level=none < fleet-gate.sarif || exit
# The verdict is that of fleet-gate: reviewdog knows neither the plan nor what was not judged.
exit "$verdict"
