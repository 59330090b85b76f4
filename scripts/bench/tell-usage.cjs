/**
 * Loaded before a Node program: writes the resource usage of the process when it ends. The file of a thread that ends earlier is
 * overwritten by the process.
 */
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify({ cpu: (user + system) / 1000, peak: peak() }));
});

/** MB. On Linux, `maxRSS` includes the parent before the program started, so it is read elsewhere. */
function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS / 1024;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
}
