#!/usr/bin/env bash
# Comments of reviewdog on the lines of a pull request, from any CI that it supports. REVIEWDOG_REPORTER is for example `github-pr-review`.
set -uo pipefail
fleet-gate lint deploy/ --clusters clusters.yaml --quiet --format text --format sarif=fleet-gate.sarif
verdict=$?
# Only exit codes 0, 1 and 6 have findings. Wrong usage, an unreachable hub and other errors have none.
case $verdict in 0 | 1 | 6) ;; *) exit "$verdict" ;; esac
reviewdog -f=sarif -name=fleet-gate -reporter="${REVIEWDOG_REPORTER:-local}" -filter-mode="${REVIEWDOG_FILTER_MODE:-nofilter}" -fail-level=none < fleet-gate.sarif || exit
# The verdict comes from fleet-gate: reviewdog knows neither the plan nor what was not checked.
exit "$verdict"
