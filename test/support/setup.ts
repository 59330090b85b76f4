/** Runs before each test file: any of them may render a report in any format. */
import { loadRenderers } from '../../src/report/render.ts';

await loadRenderers();
