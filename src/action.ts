/** The Action's entry, `main` in action.yml. */
import { main } from './action/main.ts';

await main(import.meta.url);
