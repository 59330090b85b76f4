/** Where this project keeps its pages; the newest ones, since the id of a rule never changes. */
const PAGES = 'https://github.com/fleet-gate/fleet-gate/blob/HEAD/docs/rules';

/** The page of a rule or built-in finding, `docs/rules/<id>.md`, as anybody can open it. */
export function ruleAddress(id: string): string {
  return `${PAGES}/${id}.md`;
}
