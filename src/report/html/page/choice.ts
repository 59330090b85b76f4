/** The filters by name; each row has values for some of them. */
export const FIELDS = ['cluster', 'placement', 'verdict', 'rule'] as const;
export type Field = (typeof FIELDS)[number];

/** The choice of the reader: at most one value for each field, and words that a row must have. */
export type Choice = Readonly<Partial<Record<Field | 'text', string>>>;
