const e=require("./main.js"),t=require("./index.gen.js"),n=require("./summaries.js"),r=require("./lint.js"),i=require("./page-formats.js");function a(e){return`# Completion of fleet-gate for bash. Load it with: source <(fleet-gate completion bash)
_fleet_gate() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' words='' word i
  COMPREPLY=()
  if [ "$current" = '=' ]; then
    current=''
  elif [ "$before" = '=' ]; then
    before="\${COMP_WORDS[COMP_CWORD-2]}"
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      -*) ;;
      *) command="$word"; break ;;
    esac
  done
  case "$command $before" in
${o(e)}
  esac
  case "$command" in
    '') words='${e.map(({name:e})=>e).join(` `)} help --help --version' ;;
${e.map(s).join(`
`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMPREPLY[0]}" in
    */) compopt -o nospace 2> /dev/null ;;
  esac
}
complete -o default -F _fleet_gate fleet-gate
`}function o(e){let t=e.flatMap(({name:e,flags:t})=>t.flatMap(({name:t,short:n,value:r})=>r===void 0?[]:[`--${t}`,...n===void 0?[]:[`-${n}`]].map(t=>({at:`'${e} ${t}'`,words:c(r)}))));return[...Map.groupBy(t,({words:e})=>e)].map(([e,t])=>{let n=t.map(({at:e})=>e).join(` | `);return e===``?`    ${n}) return ;;`:`    ${n}) COMPREPLY=($(compgen -W '${e}' -- "$current")); return ;;`}).join(`
`)}function s({name:e,flags:t,words:n}){return`    ${e})
      case "$current" in
        -*) words='${t.flatMap(({name:e,short:t})=>[`--${e}`,...t===void 0?[]:[`-${t}`]]).join(` `)}' ;;
        *) words='${c(n)}' ;;
      esac ;;`}function c(e){return e.kind===`words`?e.words.join(` `):``}const l=[`bash`,`zsh`,`fish`];function u(){return e.Gt.map(t=>({name:t,about:n.t[t].does,flags:e.Ct(t).flatMap(({name:r,short:i,many:a,negatable:o})=>{let s=e.Do(n.n(r,t),e.Eo),c=h(r,t),l={name:`no-${r}`,short:void 0,about:`turns --${r} off`,many:!1,value:void 0};return[{name:r,short:i,about:s,many:a,value:c},...o?[l]:[]]}),words:m[t]()}))}const d={kind:`file`},f={kind:`text`},p=()=>({kind:`words`,words:Object.keys(e.Fn).map(e=>`${e}/`)}),m={init:()=>f,lint:()=>d,plan:()=>d,ready:()=>d,wait:p,diagnose:p,approve:()=>({kind:`words`,words:[`csur/`,`sur/`]}),watch:p,status:p,snapshot:p,clusters:()=>f,doctor:p,explain:()=>({kind:`words`,words:[...new Set([...r.wo(),...t.t].map(({id:e})=>e))].toSorted()}),owns:()=>f,mcp:()=>f,demo:()=>f,completion:()=>({kind:`words`,words:l})};function h(t,n){let{value:r}=e.Tt[t];if(t===`format`)return{kind:`words`,words:g.has(n)?i.t:e.K};if(r.kind!==`switch`)return r.kind===`choice`?{kind:`words`,words:r.of}:r.kind===`folder`?{kind:`folder`}:r.kind===`file`||r.kind===`files`?d:f}const g=/* @__PURE__ */ new Set([`doctor`,`explain`,`owns`]);function _(e){return`${[`# Completion of fleet-gate for fish. Load it with: fleet-gate completion fish | source`,`complete -c fleet-gate -f`,...e.map(({name:e,about:t})=>`complete -c fleet-gate -n __fish_use_subcommand -a ${e} -d ${x(t)}`),`complete -c fleet-gate -n __fish_use_subcommand -l help -s h -d ${x(`print this help`)}`,`complete -c fleet-gate -n __fish_use_subcommand -l version -d ${x(`print the version`)}`,...e.flatMap(v)].join(`
`)}\n`}function v({name:e,flags:t,words:n}){let r=`complete -c fleet-gate -n '__fish_seen_subcommand_from ${e}'`;return[...t.map(e=>`${r}${y(e)}`),...n.kind===`text`?[]:[`${r}${b(n)}`]]}function y({name:e,short:t,about:n,value:r}){return` -l ${e}${t===void 0?``:` -s ${t}`}${r===void 0?``:` -r${b(r)}`} -d ${x(n)}`}function b(e){return e.kind===`words`?` -f -a ${x(e.words.join(` `))}`:{file:` -F`,folder:` -f -a '(__fish_complete_directories)'`,text:` -f`}[e.kind]}function x(e){return`'${e.replaceAll(/['\\]/g,String.raw`\$&`)}'`}function S(e){return`#compdef fleet-gate
# Completion of fleet-gate for zsh. Load it with: source <(fleet-gate completion zsh)
_fleet_gate() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${e.map(({name:e,about:t})=>`    ${E(`${e}:${t.replaceAll(`:`,String.raw`\:`)}`)}`).join(`
`)}
  )
  _arguments -C '(-h --help)'{-h,--help}'[print this help]' '--version[print the version]' '1: :->command' '*:: :->words'
  case $state in
    command) _describe -t commands 'command' commands ;;
    words)
      case $words[1] in
${e.map(C).join(`
`)}
      esac ;;
  esac
}
if [[ $funcstack[1] = _fleet_gate || $funcstack[1] = _fleet-gate ]]; then
  _fleet_gate "$@"
else
  compdef _fleet_gate fleet-gate
fi
`}function C({name:e,flags:t,words:n}){return`        ${e}) _arguments ${[...t.flatMap(w),...n.kind===`text`?[]:[E(`*: :${T(n)}`)]].map(e=>`\\\n          ${e}`).join(` `)} ;;`}function w({name:e,short:t,about:n,many:r,value:i}){let a=`[${n.replaceAll(/[[\]\\]/g,String.raw`\$&`)}]`,o=(n,o)=>{let s=r||t===void 0?``:`(-${t} --${e})`;return E(`${r?`*`:s}${n}${i===void 0?``:o}${a}${i===void 0?``:`: :${T(i)}`}`)};return[o(`--${e}`,`=`),...t===void 0?[]:[o(`-${t}`,`+`)]]}function T(e){return e.kind===`words`?e.words.some(e=>e.endsWith(`/`))?`compadd -S "" ${e.words.join(` `)}`:`(${e.words.join(` `)})`:{file:`_files`,folder:`_files -/`,text:` `}[e.kind]}function E(e){return`'${e.replaceAll(`'`,String.raw`'\''`)}'`}const D={bash:a,zsh:S,fish:_},O=(t,n)=>{let[r,...i]=t.positionals,a=l.find(e=>e===r);if(a===void 0||i.length>0){let t=r===void 0?void 0:e._n(r,l);throw new e.jo(`completion takes one shell: ${l.join(`, `)}${t===void 0||a!==void 0?``:`; did you mean ${t}?`}`)}return n.stdout.write(D[a](u())),Promise.resolve({exitCode:0})};exports.runCompletion=O;