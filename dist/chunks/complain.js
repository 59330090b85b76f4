import{r as e}from"./terminal.js";function t(t,n){for(let r of t.message.split(`
`))n.stderr.write(`fleet-gate: ${e(r)}\n`)}export{t};