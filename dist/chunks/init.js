const e=require("./reads-hub.js"),t=require("./errors.js"),n=require("./terminal.js"),r=require("./hub-clusters.js"),i=require("./flag-value.js"),a=require("./repository.js"),o=require("./gates-of-repository.js"),s=require("./kinds.js"),c=require("./azure-members.js"),l=require("./repository-facts.js"),u=require("./config-places.js"),d=require("./git.js"),f=require("./requested-output-file.js"),p=require("./make-folders.js");let m=require("node:fs"),h=require("node:path");function g({paths:e,target:t,clusters:n}){let r=(e,t,n,r)=>t===void 0?`# ${e}: ${n} # ${r}`:`${e}: ${t} # ${r}`;return[`# Settings of fleet-gate: https://fleet-gate.github.io/fleet-gate/configuration`,r(`paths`,e.length===0?void 0:`[${e.map(e=>JSON.stringify(e)).join(`, `)}]`,`[deploy]`,`what lint and plan check`),r(`target`,t,`aks`,`the hub: aks for Azure; v0.3 (the default) and main for KubeFleet`),r(`clusters`,n,`clusters.yaml`,`the member clusters; written by: fleet-gate clusters`),`gate:`,`  timeout: 30m # how long to wait for a rollout`,``].join(`
`)}async function _(e,t){let n={...t,cwd:e},r=await l.n([`.`],{cwd:e,exclude:u.t.map(e=>`/${e}`),repository:l.t(n)}),i=r.manifests.filter(({object:e})=>s.p(e.kind)?.group===s.S(e.apiVersion)&&!s.h(e)),a=[...new Set(i.map(({file:e})=>v(e)))].toSorted(),d=c.t(r.manifests.map(({object:e})=>e).filter(s.h)),f=d===void 0?await o.t(n):void 0,p=d===void 0?f&&`${f} logs in to a fleet of Azure`:`MemberCluster ${d} has labels of Azure`;return{folders:a,apply:o.s(r.manifests).filter(({name:e})=>e!==void 0).length>1?void 0:y(e,a),...p===void 0?{}:{target:{profile:`aks`,because:p}}}}function v(e){let[t=``,...n]=e.split(`/`);return n.length===0?`.`:t}function y(e,t){if(t.length===0||t.includes(`.`)||!t.every(e=>/^\w[\w.-]*$/.test(e)))return;let n=t.map(t=>({folder:t,built:(0,m.globSync)(`**/{kustomization.yaml,kustomization.yml,Kustomization,Chart.yaml}`,{cwd:(0,h.join)(e,t)})}));if(n.some(({built:[e=``,...t]})=>t.length>0||!/^(?:kustomization\.ya?ml)?$/.test(e)))return;let r=n.filter(({built:e})=>e.length===0).map(({folder:e})=>`-f ${e}/`);return[...r.length===0?[]:[`-R ${r.join(` `)}`],...n.filter(({built:e})=>e.length>0).map(({folder:e})=>`-k ${e}/`)]}async function b(e){let t=d.s(e),n=async e=>(await t(`symbolic-ref`,`--quiet`,`--short`,e).catch(()=>``)).trim();return(await n(`refs/remotes/origin/HEAD`)).replace(/^origin\//,``)||await n(`HEAD`)||`main`}const x=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`;function S(){return`# On a pull request: shows what the hub would refuse, and which clusters each placement would pick.
name: fleet-lint
on: pull_request
permissions: {}
concurrency:
  group: \${{ github.workflow }}-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  lint:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
      pull-requests: write # for the comment
    steps:
      - uses: ${x}
        with:
          fetch-depth: 0 # for the base
          persist-credentials: false
      - uses: fleet-gate/fleet-gate@v0
        with:
          mode: lint
          base: origin/\${{ github.base_ref }}
          comment: on-failure
`}function C({branch:e,target:t,folders:n,apply:r}){let i=t===`aks`,a=[...i?w:T,...r===void 0?E:D(r),...k(n)];return`# After a merge: applies the manifests to the hub, and waits until every cluster has them.
name: fleet-deploy
on:
  push:
    branches: [${JSON.stringify(e)}]
permissions: {}
concurrency:
  group: fleet-deploy # one rollout after the other
jobs:
  deploy:
    runs-on: ubuntu-latest
    timeout-minutes: 60
    environment: production # holds the ${i?`variables`:`secret`} below
    permissions:
      contents: read
${i?`      id-token: write # for the login at Azure
`:``}    steps:
      - uses: ${x}
        with:
          persist-credentials: false
${a.map(e=>`      ${e}\n`).join(``)}`}const w=[`- uses: Azure/login@532459ea530d8321f2fb9bb10d1e0bcf23869a43 # v3.0.0`,`  with:`,"    client-id: ${{ vars.AZURE_CLIENT_ID }}","    tenant-id: ${{ vars.AZURE_TENANT_ID }}","    subscription-id: ${{ vars.AZURE_SUBSCRIPTION_ID }}",`- uses: Azure/use-kubelogin@0ce7c36141aa27d4934872cf00b0120804c98a29 # v1.3`,`  with:`,`    kubelogin-version: v0.2.22`,`- uses: Azure/aks-set-context@60623acbdcbbdcf799ad50a1adf8703874339f8b # v5.0.0`,`  with:`,`    resource-type: Microsoft.ContainerService/fleets`,"    resource-group: ${{ vars.FLEET_RESOURCE_GROUP }}","    cluster-name: ${{ vars.FLEET_NAME }}",`    use-kubelogin: 'true'`],T=[`- name: The kubeconfig of the hub`,`  env:`,"    HUB_KUBECONFIG: ${{ secrets.HUB_KUBECONFIG }}",`  run: |`,`    umask 077`,`    printf '%s' "$HUB_KUBECONFIG" > "$RUNNER_TEMP/hub.kubeconfig"`,`    echo "KUBECONFIG=$RUNNER_TEMP/hub.kubeconfig" >> "$GITHUB_ENV"`],E=[`- name: Apply the manifests`,`  run: |`,`    echo 'Replace this step with the one that applies your manifests, and name below what it applies.'`,`    exit 1`];function D(e){return e.map(e=>`- run: kubectl apply ${e}`)}const O=/^(?:\.|[\w][\w .@+-]*[\w]|\w)$/;function k(e){let[t=`deploy`,...n]=(e.every(e=>O.test(e))?e:[`.`]).map(e=>e===`.`?e:`${e}/`);return[`- uses: fleet-gate/fleet-gate@v0`,`  with:`,`    mode: gate`,...n.length===0?[`    manifests: ${JSON.stringify(t)}`]:[`    manifests: |`,...[t,...n].map(e=>`      ${e}`)],`    access-grace: 5m # a new role needs some minutes`]}function A(e,t,n){try{return p.t((0,h.dirname)(e)),(0,m.writeFileSync)(e,t,{flag:`wx`}),!0}catch(e){if(e.code===`EEXIST`)return!1;throw f.i(n,e)}}const j=`.github/workflows/fleet-deploy.yml`,M=async(n,i)=>{if(n.positionals.length>0)throw new t.t(`init takes no path: it writes into the root of the repository of the working directory`);let o=a.a(i)??i.cwd,s=await _(o,i),c=e.t(n)?await r.n(n,i):void 0,l=await N(s,c,n,i),d=c!==void 0||(0,m.existsSync)((0,h.join)(o,`clusters.yaml`)),{folders:f,apply:p}=s,v=[...c===void 0?[]:[[r.t,i.secrets.hide(r.i(c,`yaml`))]],[P(o),g({paths:F(s)?[]:f,target:l?.profile,clusters:d?r.t:void 0})],[`.github/workflows/fleet-lint.yml`,S()],[j,C({branch:await b({...i,cwd:o}),target:l?.profile,folders:f,apply:p})]];for(let[e]of v)u.o((0,h.join)(o,e),e,i);let y=[...v.map(([e,t])=>{let n=a.s(i.cwd,(0,h.join)(o,e));return`${A((0,h.join)(o,e),t,n)?`wrote`:`kept `} ${n}`}),...I(s,l),``,`Next:`,...L(s,l?.profile,d)];return i.stdout.write(y.map(e=>`${e===``?``:R(e)}\n`).join(``)),{exitCode:0}};async function N(e,t,n,r){let a=i.n(n,`target`);if(a!==void 0||t===void 0)return a===void 0?e.target:{profile:a};let{hasAzureServer:s}=await Promise.resolve().then(()=>require("./reach-of.js")).then(e=>e.r),c=o.c(void 0,{members:t.members,apis:t.apis,hasAzureServer:s(n,r)});return c.by==="default"?e.target:c}function P(e){return u.t.find(t=>(0,m.existsSync)((0,h.join)(e,t)))??u.t[0]??``}function F({folders:e}){return e.includes(`.`)}function I(e,t){let{folders:n}=e;return[n.length===0?`There is no object of KubeFleet in this repository yet.`:`KubeFleet's objects are in: ${F(e)?`the root of the repository`:n.join(`, `)}`,...t?.because===void 0?[]:[`target: ${t.profile}, because ${t.because}`]]}function L({folders:e,apply:t},n,r){let i=n===`aks`?`the variables AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_SUBSCRIPTION_ID, FLEET_RESOURCE_GROUP and FLEET_NAME`:`the secret HUB_KUBECONFIG`;return[...e.length===0?[`Set paths in .fleet-gate.yaml when there are placements.`]:[],...n===void 0?[`If the hub is in Azure Fleet Manager, set target: aks in .fleet-gate.yaml.`]:[],...r?[]:["Write the member clusters with `fleet-gate clusters --context HUB`, and set clusters: clusters.yaml in .fleet-gate.yaml."],`See the findings of today: fleet-gate lint`,...t===void 0?[`In ${j}, replace the step that applies the manifests.`]:[],`On GitHub, create the environment production with ${i}.`,`Commit the files and open a pull request.`].map((e,t)=>`  ${t+1}. ${e}`)}function R(e){return`${/^ */.exec(e)?.[0]??``}${n.a(e)}`}exports.runInit=M;