/** Where something was looked for and is not. */
export interface Searched {
  /** The hub was asked as well. */
  readonly asked?: boolean;
  /** The tree holds what was not read, such as templates, and that may hold it. */
  readonly isPartly?: boolean;
}

const ALL = 'these manifests';
const READ = 'the manifests that were read';
const FROM_READ = ` from ${READ}`;

/** `of these manifests or of the hub` */
export function searchedText({ asked, isPartly }: Searched): string {
  return `of ${isPartly === true ? READ : ALL}${asked === true ? ' or of the hub' : ''}`;
}

/** `This change removes`, of what the base had. */
export function removalText({ isPartly }: Searched): string {
  return `This change removes${isPartly === true ? FROM_READ : ''}`;
}

/** A message as it would be if all had been read: by that a finding is known again, whatever else a tree holds. */
export function asOfAll(message: string): string {
  return message.replace(FROM_READ, '').replace(READ, ALL);
}
