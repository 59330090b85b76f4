/** Loaded before a program, in each of its threads: writes down each file that is loaded as a module, a line each. */
const { appendFileSync } = require('node:fs');
const { registerHooks } = require('node:module');

registerHooks({
  load(url, context, nextLoad) {
    if (url.startsWith('file:')) appendFileSync(process.env.BUDGET_LOADED_FILE, `${url}\n`);
    return nextLoad(url, context);
  },
});
