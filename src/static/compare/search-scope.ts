/** The places that were searched without a result. */
export interface SearchScope {
  /** The hub was searched too. */
  readonly asked?: boolean;
  /** The tree contains files that were not read, such as templates, and that may contain it. */
  readonly isPartly?: boolean;
}

const ALL = 'these manifests';
const READ = 'the manifests that were read';
const FROM_READ = ` from ${READ}`;

/** `in these manifests or on the hub` */
export function searchedText({ asked, isPartly }: SearchScope): string {
  return `in ${isPartly === true ? READ : ALL}${asked === true ? ' or on the hub' : ''}`;
}

/** `This change removes`, for an object that the base had. */
export function removalText({ isPartly }: SearchScope): string {
  return `This change removes${isPartly === true ? FROM_READ : ''}`;
}

/** The message as if everything had been read. It identifies a finding independently of the rest of a tree. */
export function asIfAllRead(message: string): string {
  return message.replace(FROM_READ, '').replace(READ, ALL);
}
