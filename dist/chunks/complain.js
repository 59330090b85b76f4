import{s as e}from"./report.js";function t(t,n){for(let r of t.message.split(`
`))n.stderr.write(`fleet-gate: ${e(r)}\n`)}export{t};