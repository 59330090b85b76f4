import { type Command, type Flag, type FlagName, flagsOf } from './flags.ts';

/** What flags are for, in the order of the help; the first group has all that no other has. */
const GROUPS: readonly { readonly title: string; readonly names: readonly FlagName[] }[] = [
  { title: 'What to check', names: [] },
  {
    title: 'What passes and what fails',
    names: [
      'fail-on',
      'fail-on-new',
      'fail-on-not-evaluated',
      'fail-on-removal',
      'fail-on-drift',
      'allow-nothing',
      'allow-partial',
      'allow-empty',
      'on-approval',
      'require-clusters',
      'min-clusters',
      'tolerate-failed',
      'require-selected',
    ],
  },
  { title: 'How long', names: ['timeout', 'deadline', 'hold', 'settle', 'stuck-grace', 'access-grace'] },
  {
    title: 'The hub, and member clusters',
    names: ['kubeconfig', 'context', 'namespace', 'server', 'tls-server-name', 'member', 'member-kubeconfig'],
  },
  {
    title: 'Output',
    names: ['format', 'out', 'notify-file', 'render', 'show-secrets', 'diff', 'fix', 'dry-run', 'quiet', 'no-color', 'version', 'help'],
  },
];

/** The flags of a command by what they are for; groups without any are left out. */
export function flagGroupsOf(command: Command): readonly { readonly title: string; readonly flags: readonly Flag[] }[] {
  const grouped = new Set<string>(GROUPS.flatMap(({ names }) => names));
  return GROUPS.flatMap(({ title, names }, index) => {
    const flags = flagsOf(command).filter(({ name }) => (index === 0 ? !grouped.has(name) : names.includes(name)));
    return flags.length === 0 ? [] : [{ title, flags }];
  });
}
