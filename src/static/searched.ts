/** Where something was looked for and is not. */
export interface Searched {
  /** The hub was asked as well. */
  readonly asked?: boolean;
  /** The tree holds what was not read, such as templates, and that may hold it. */
  readonly isPartly?: boolean;
}

/** `of these manifests or of the hub` */
export function searchedText({ asked, isPartly }: Searched): string {
  return `of ${isPartly === true ? 'the manifests that were read' : 'these manifests'}${asked === true ? ' or of the hub' : ''}`;
}

/** `This change removes`, of what the base had. */
export function removalText({ isPartly }: Searched): string {
  return isPartly === true ? 'This change removes from the manifests that were read' : 'This change removes';
}
