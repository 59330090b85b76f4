const e=require("./errors.js"),t=require("./nearest.js"),n=require("./short-names.js"),r=require("./index2.gen.js"),i=require("./output.js"),a=require("./settings.js"),o=require("./summaries.js"),s=require("./explain.js"),c=require("./terms.js"),l=require("./flags.js"),u=require("./page-formats.js");function d(e){return`# Completion of fleet-gate for bash. Load it with: source <(fleet-gate completion bash)
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
${f(e)}
  esac
  case "$command" in
    '') words='${e.map(({name:e})=>e).join(` `)} help --help --version' ;;
${e.map(p).join(`
`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case "\${COMPREPLY[0]}" in
    */) compopt -o nospace 2> /dev/null ;;
  esac
}
complete -o default -F _fleet_gate fleet-gate
`}function f(e){let t=e.flatMap(({name:e,flags:t})=>t.flatMap(({name:t,short:n,value:r})=>r===void 0?[]:[`--${t}`,...n===void 0?[]:[`-${n}`]].map(t=>({at:`'${e} ${t}'`,words:m(r)}))));return[...Map.groupBy(t,({words:e})=>e)].map(([e,t])=>{let n=t.map(({at:e})=>e).join(` | `);return e===``?`    ${n}) return ;;`:`    ${n}) COMPREPLY=($(compgen -W '${e}' -- "$current")); return ;;`}).join(`
`)}function p({name:e,flags:t,words:n}){return`    ${e})
      case "$current" in
        -*) words='${t.flatMap(({name:e,short:t})=>[`--${e}`,...t===void 0?[]:[`-${t}`]]).join(` `)}' ;;
        *) words='${m(n)}' ;;
      esac ;;`}function m(e){return e.kind===`words`?e.words.join(` `):``}const h=[`bash`,`zsh`,`fish`];function g(){return a.x.map(e=>({name:e,about:o.t[e].does,flags:l.r(e).flatMap(({name:t,short:n,many:r,negatable:i})=>{let a=c.r(o.n(t,e),c.n),s=x(t,e),l={name:`no-${t}`,short:void 0,about:`turns --${t} off`,many:!1,value:void 0};return[{name:t,short:n,about:a,many:r,value:s},...i?[l]:[]]}),words:b[e]()}))}const _={kind:`file`},v={kind:`text`},y=()=>({kind:`words`,words:Object.keys(n.t).map(e=>`${e}/`)}),b={init:()=>v,lint:()=>_,plan:()=>_,ready:()=>_,wait:y,diagnose:y,approve:()=>({kind:`words`,words:[`csur/`,`sur/`]}),watch:y,status:y,snapshot:y,clusters:()=>v,doctor:y,explain:()=>({kind:`words`,words:[...new Set([...s.n(),...r.t].map(({id:e})=>e))].toSorted()}),owns:()=>v,mcp:()=>v,demo:()=>v,completion:()=>({kind:`words`,words:h})};function x(e,t){let{value:n}=a.n[e];if(e===`format`)return{kind:`words`,words:S.has(t)?u.t:i.x};if(n.kind!==`switch`)return n.kind===`choice`?{kind:`words`,words:n.of}:n.kind===`folder`?{kind:`folder`}:n.kind===`file`||n.kind===`files`?_:v}const S=/* @__PURE__ */ new Set([`doctor`,`explain`,`owns`]);function C(e){return`${[`# Completion of fleet-gate for fish. Load it with: fleet-gate completion fish | source`,`complete -c fleet-gate -f`,...e.map(({name:e,about:t})=>`complete -c fleet-gate -n __fish_use_subcommand -a ${e} -d ${D(t)}`),`complete -c fleet-gate -n __fish_use_subcommand -l help -s h -d ${D(`print this help`)}`,`complete -c fleet-gate -n __fish_use_subcommand -l version -d ${D(`print the version`)}`,...e.flatMap(w)].join(`
`)}\n`}function w({name:e,flags:t,words:n}){let r=`complete -c fleet-gate -n '__fish_seen_subcommand_from ${e}'`;return[...t.map(e=>`${r}${T(e)}`),...n.kind===`text`?[]:[`${r}${E(n)}`]]}function T({name:e,short:t,about:n,value:r}){return` -l ${e}${t===void 0?``:` -s ${t}`}${r===void 0?``:` -r${E(r)}`} -d ${D(n)}`}function E(e){return e.kind===`words`?` -f -a ${D(e.words.join(` `))}`:{file:` -F`,folder:` -f -a '(__fish_complete_directories)'`,text:` -f`}[e.kind]}function D(e){return`'${e.replaceAll(/['\\]/g,String.raw`\$&`)}'`}function O(e){return`#compdef fleet-gate
# Completion of fleet-gate for zsh. Load it with: source <(fleet-gate completion zsh)
_fleet_gate() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands
  commands=(
${e.map(({name:e,about:t})=>`    ${M(`${e}:${t.replaceAll(`:`,String.raw`\:`)}`)}`).join(`
`)}
  )
  _arguments -C '(-h --help)'{-h,--help}'[print this help]' '--version[print the version]' '1: :->command' '*:: :->words'
  case $state in
    command) _describe -t commands 'command' commands ;;
    words)
      case $words[1] in
${e.map(k).join(`
`)}
      esac ;;
  esac
}
if [[ $funcstack[1] = _fleet_gate || $funcstack[1] = _fleet-gate ]]; then
  _fleet_gate "$@"
else
  compdef _fleet_gate fleet-gate
fi
`}function k({name:e,flags:t,words:n}){return`        ${e}) _arguments ${[...t.flatMap(A),...n.kind===`text`?[]:[M(`*: :${j(n)}`)]].map(e=>`\\\n          ${e}`).join(` `)} ;;`}function A({name:e,short:t,about:n,many:r,value:i}){let a=`[${n.replaceAll(/[[\]\\]/g,String.raw`\$&`)}]`,o=(n,o)=>{let s=r||t===void 0?``:`(-${t} --${e})`;return M(`${r?`*`:s}${n}${i===void 0?``:o}${a}${i===void 0?``:`: :${j(i)}`}`)};return[o(`--${e}`,`=`),...t===void 0?[]:[o(`-${t}`,`+`)]]}function j(e){return e.kind===`words`?e.words.some(e=>e.endsWith(`/`))?`compadd -S "" ${e.words.join(` `)}`:`(${e.words.join(` `)})`:{file:`_files`,folder:`_files -/`,text:` `}[e.kind]}function M(e){return`'${e.replaceAll(`'`,String.raw`'\''`)}'`}const N={bash:d,zsh:O,fish:C},P=(n,r)=>{let[i,...a]=n.positionals,o=h.find(e=>e===i);if(o===void 0||a.length>0){let n=i===void 0?void 0:t.t(i,h);throw new e.t(`completion takes one shell: ${h.join(`, `)}${n===void 0||o!==void 0?``:`; did you mean ${n}?`}`)}return r.stdout.write(N[o](g())),Promise.resolve({exitCode:0})};exports.runCompletion=P;