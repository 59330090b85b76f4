const e=require("./errors.js"),t=require("./terminal.js"),n=require("./hub-clusters.js"),r=require("./flag-value.js"),i=require("./repository.js"),a=require("./gates-of-repository.js"),o=require("./kinds.js"),s=require("./azure-members.js"),c=require("./repository-facts.js"),l=require("./config-places.js"),u=require("./git.js"),d=require("./requested-output-file.js"),f=require("./make-folders.js");let p=require("node:fs"),m=require("node:path");function h({paths:e,target:t,clusters:n}){let r=(e,t,n,r)=>t===void 0?`# ${e}: ${n} # ${r}`:`${e}: ${t} # ${r}`;return[`# Settings of fleet-gate: https://fleet-gate.github.io/fleet-gate/configuration`,r(`paths`,e.length===0?void 0:`[${e.map(e=>JSON.stringify(e)).join(`, `)}]`,`[deploy]`,`what lint and plan check`),r(`target`,t,`aks`,`the hub: aks for Azure; v0.3 (the default) and main for KubeFleet`),r(`clusters`,n,`clusters.yaml`,`the member clusters; written by: fleet-gate clusters`),`gate:`,`  timeout: 30m # how long to wait for a rollout`,``].join(`
`)}async function g(e,t){let n={...t,cwd:e},r=await c.n([`.`],{cwd:e,exclude:l.t.map(e=>`/${e}`),repository:c.t(n)}),i=r.manifests.filter(({object:e})=>o.p(e.kind)?.group===o.S(e.apiVersion)&&!o.h(e)),u=[...new Set(i.map(({file:e})=>_(e)))].toSorted(),d=s.t(r.manifests.map(({object:e})=>e).filter(o.h)),f=d===void 0?await a.t(n):void 0,p=d===void 0?f&&`${f} logs in to a fleet of Azure`:`MemberCluster ${d} has labels of Azure`;return{folders:u,apply:a.s(r.manifests).filter(({name:e})=>e!==void 0).length>1?void 0:v(e,u),...p===void 0?{}:{target:{profile:`aks`,because:p}}}}function _(e){let[t=``,...n]=e.split(`/`);return n.length===0?`.`:t}function v(e,t){if(t.length===0||t.includes(`.`)||!t.every(e=>/^\w[\w.-]*$/.test(e)))return;let n=t.map(t=>({folder:t,built:(0,p.globSync)(`**/{kustomization.yaml,kustomization.yml,Kustomization,Chart.yaml}`,{cwd:(0,m.join)(e,t)})}));if(n.some(({built:[e=``,...t]})=>t.length>0||!/^(?:kustomization\.ya?ml)?$/.test(e)))return;let r=n.filter(({built:e})=>e.length===0).map(({folder:e})=>`-f ${e}/`);return[...r.length===0?[]:[`-R ${r.join(` `)}`],...n.filter(({built:e})=>e.length>0).map(({folder:e})=>`-k ${e}/`)]}async function y(e){let t=u.s(e),n=async e=>(await t(`symbolic-ref`,`--quiet`,`--short`,e).catch(()=>``)).trim();return(await n(`refs/remotes/origin/HEAD`)).replace(/^origin\//,``)||await n(`HEAD`)||`main`}const b=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`;function x(){return`# On a pull request: shows what the hub would refuse, and which clusters each placement would pick.
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
      - uses: ${b}
        with:
          fetch-depth: 0 # for the base
          persist-credentials: false
      - uses: fleet-gate/fleet-gate@v0
        with:
          mode: lint
          base: origin/\${{ github.base_ref }}
          comment: on-failure
`}function S({branch:e,target:t,folders:n,apply:r}){let i=t===`aks`,a=[...i?C:w,...r===void 0?T:E(r),...O(n)];return`# After a merge: applies the manifests to the hub, and waits until every cluster has them.
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
      - uses: ${b}
        with:
          persist-credentials: false
${a.map(e=>`      ${e}\n`).join(``)}`}const C=[`- uses: Azure/login@532459ea530d8321f2fb9bb10d1e0bcf23869a43 # v3.0.0`,`  with:`,"    client-id: ${{ vars.AZURE_CLIENT_ID }}","    tenant-id: ${{ vars.AZURE_TENANT_ID }}","    subscription-id: ${{ vars.AZURE_SUBSCRIPTION_ID }}",`- uses: Azure/use-kubelogin@0ce7c36141aa27d4934872cf00b0120804c98a29 # v1.3`,`  with:`,`    kubelogin-version: v0.2.22`,`- uses: Azure/aks-set-context@60623acbdcbbdcf799ad50a1adf8703874339f8b # v5.0.0`,`  with:`,`    resource-type: Microsoft.ContainerService/fleets`,"    resource-group: ${{ vars.FLEET_RESOURCE_GROUP }}","    cluster-name: ${{ vars.FLEET_NAME }}",`    use-kubelogin: 'true'`],w=[`- name: The kubeconfig of the hub`,`  env:`,"    HUB_KUBECONFIG: ${{ secrets.HUB_KUBECONFIG }}",`  run: |`,`    umask 077`,`    printf '%s' "$HUB_KUBECONFIG" > "$RUNNER_TEMP/hub.kubeconfig"`,`    echo "KUBECONFIG=$RUNNER_TEMP/hub.kubeconfig" >> "$GITHUB_ENV"`],T=[`- name: Apply the manifests`,`  run: |`,`    echo 'Replace this step with the one that applies your manifests, and name below what it applies.'`,`    exit 1`];function E(e){return e.map(e=>`- run: kubectl apply ${e}`)}const D=/^(?:\.|[\w][\w .@+-]*[\w]|\w)$/;function O(e){let[t=`deploy`,...n]=(e.every(e=>D.test(e))?e:[`.`]).map(e=>e===`.`?e:`${e}/`);return[`- uses: fleet-gate/fleet-gate@v0`,`  with:`,`    mode: gate`,...n.length===0?[`    manifests: ${JSON.stringify(t)}`]:[`    manifests: |`,...[t,...n].map(e=>`      ${e}`)],`    access-grace: 5m # a new role needs some minutes`]}function k(e,t,n){try{return f.t((0,m.dirname)(e)),(0,p.writeFileSync)(e,t,{flag:`wx`}),!0}catch(e){if(e.code===`EEXIST`)return!1;throw d.i(n,e)}}const A=`.github/workflows/fleet-deploy.yml`,j=async(t,r)=>{if(t.positionals.length>0)throw new e.t(`init takes no path: it writes into the root of the repository of the working directory`);let a=i.a(r)??r.cwd,o=await g(a,r),s=t.value(`kubeconfig`)!==void 0||t.value(`context`)!==void 0?await n.n(t,r):void 0,c=await M(o,s,t,r),u=s!==void 0||(0,p.existsSync)((0,m.join)(a,`clusters.yaml`)),{folders:d,apply:f}=o,_=[...s===void 0?[]:[[n.t,r.secrets.hide(n.i(s,`yaml`))]],[N(a),h({paths:P(o)?[]:d,target:c?.profile,clusters:u?n.t:void 0})],[`.github/workflows/fleet-lint.yml`,x()],[A,S({branch:await y({...r,cwd:a}),target:c?.profile,folders:d,apply:f})]];for(let[e]of _)l.o((0,m.join)(a,e),e,r);let v=[..._.map(([e,t])=>{let n=i.s(r.cwd,(0,m.join)(a,e));return`${k((0,m.join)(a,e),t,n)?`wrote`:`kept `} ${n}`}),...F(o,c),``,`Next:`,...I(o,c?.profile,u)];return r.stdout.write(v.map(e=>`${e===``?``:L(e)}\n`).join(``)),{exitCode:0}};async function M(e,t,n,i){let o=r.n(n,`target`);if(o!==void 0||t===void 0)return o===void 0?e.target:{profile:o};let{hasAzureServer:s}=await Promise.resolve().then(()=>require("./reach-of.js")).then(e=>e.r),c=a.c(void 0,{members:t.members,apis:t.apis,hasAzureServer:s(n,i)});return c.by==="default"?e.target:c}function N(e){return l.t.find(t=>(0,p.existsSync)((0,m.join)(e,t)))??l.t[0]??``}function P({folders:e}){return e.includes(`.`)}function F(e,t){let{folders:n}=e;return[n.length===0?`There is no object of KubeFleet in this repository yet.`:`KubeFleet's objects are in: ${P(e)?`the root of the repository`:n.join(`, `)}`,...t?.because===void 0?[]:[`target: ${t.profile}, because ${t.because}`]]}function I({folders:e,apply:t},n,r){let i=n===`aks`?`the variables AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_SUBSCRIPTION_ID, FLEET_RESOURCE_GROUP and FLEET_NAME`:`the secret HUB_KUBECONFIG`;return[...e.length===0?[`Set paths in .fleet-gate.yaml when there are placements.`]:[],...n===void 0?[`If the hub is in Azure Fleet Manager, set target: aks in .fleet-gate.yaml.`]:[],...r?[]:["Write the member clusters with `fleet-gate clusters --context HUB`, and set clusters: clusters.yaml in .fleet-gate.yaml."],`See the findings of today: fleet-gate lint`,...t===void 0?[`In ${A}, replace the step that applies the manifests.`]:[],`On GitHub, create the environment production with ${i}.`,`Commit the files and open a pull request.`].map((e,t)=>`  ${t+1}. ${e}`)}function L(e){return`${/^ */.exec(e)?.[0]??``}${t.a(e)}`}exports.runInit=j;