import { flagTerms, type Terms, type TermsName } from '../../terms.ts';

/** The words of a reader, by the name that goes to a worker. What only few readers need is loaded for them alone. */
export async function termsNamed(name: TermsName): Promise<Terms> {
  if (name === 'inputs') return (await import('../../action/input-terms.ts')).inputTerms;
  return name === 'fields' ? (await import('../mcp/field-terms.ts')).fieldTerms : flagTerms;
}
