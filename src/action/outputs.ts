/** The outputs of the Action, with their descriptions in `action.yml`. */
export const OUTPUTS = {
  outcome:
    'clean, findings, notEvaluated, nothingToDo or usage; of ready: ready, notReady or wait; of gate, approve and watch: passed, failed, timedOut, waitingForPerson, superseded, stuck, unreachable, notAllowed or cancelled',
  'exit-code': 'the exit code of the tool; 0 is the only one that passes',
  errors: 'number of findings of severity error',
  warnings: 'number of findings of severity warning',
  'failed-placements': 'JSON list of the placements and update runs that did not pass, as `KIND/[NAMESPACE/]NAME`',
  'report-file': 'the JSON report, if `report-file` was given',
  'sarif-file': 'the SARIF report, if `sarif-file` was given',
  'html-file': 'the HTML report, if `html-file` was given',
  'notify-file': 'the JSON for a chat step, if `notify-file` was given and it could be written',
  'comment-id': 'id of the comment, if there is one',
  'deployment-id': 'id of the deployment, if there is one',
} as const;

export type OutputName = keyof typeof OUTPUTS;
