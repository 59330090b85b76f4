/** The steps if an object on the hub is being deleted, which can take as long as its finalizers hold it. {leaving} is the object. */
export const HOLDS_LEAVING = 'See what holds {leaving} on the hub: its finalizers, and the conditions of a namespace.';
export const AGAIN_WHEN_GONE = 'Deploy again when it is gone. Nothing can be created in a namespace that is being deleted.';
/** A deletion cannot be undone. */
export const WHO_DELETED = 'Find who or what deleted it, in the audit log of the hub.';
