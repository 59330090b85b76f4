const e=require("./lint.js"),t=require("./main.js"),n=require("./hub-clusters.js"),r=require("./compile-cache.js");let i=require("node:fs"),a=require("node:path");function o({paths:e,target:t,clusters:n}){let r=(e,t,n,r)=>t===void 0?`# ${e}: ${n} # ${r}`:`${e}: ${t} # ${r}`;return[`# Settings of fleet-gate: https://fleet-gate.github.io/fleet-gate/configuration`,r(`paths`,e.length===0?void 0:`[${e.map(e=>JSON.stringify(e)).join(`, `)}]`,`[deploy]`,`what lint and plan check`),r(`target`,t,`aks`,`the hub: aks for Azure; v0.3 (the default) and main for KubeFleet`),r(`clusters`,n,`clusters.yaml`,`the member clusters; written by: fleet-gate clusters`),`gate:`,`  timeout: 30m # how long to wait for a rollout`,``].join(`
`)}async function s(n,r){let i={...r,cwd:n},a=await e.Tt([`.`],{cwd:n,exclude:e._t.map(e=>`/${e}`),repository:e.wt(i)}),o=a.manifests.filter(({object:e})=>t.oa(e.kind)?.group===t.ha(e.apiVersion)&&!t.ca(e)),s=[...new Set(o.map(({file:e})=>c(e)))].toSorted(),u=e.Yt(a.manifests.map(({object:e})=>e).filter(t.ca)),d=u===void 0?await e.L(i):void 0,f=u===void 0?d&&`${d} logs in to a fleet of Azure`:`MemberCluster ${u} has labels of Azure`;return{folders:s,apply:e.R(a.manifests).filter(({name:e})=>e!==void 0).length>1?void 0:l(n,s),...f===void 0?{}:{target:{profile:`aks`,because:f}}}}function c(e){let[t=``,...n]=e.split(`/`);return n.length===0?`.`:t}function l(e,t){if(t.length===0||t.includes(`.`)||!t.every(e=>/^\w[\w.-]*$/.test(e)))return;let n=t.map(t=>({folder:t,built:(0,i.globSync)(`**/{kustomization.yaml,kustomization.yml,Kustomization,Chart.yaml}`,{cwd:(0,a.join)(e,t)})}));if(n.some(({built:[e=``,...t]})=>t.length>0||!/^(?:kustomization\.ya?ml)?$/.test(e)))return;let r=n.filter(({built:e})=>e.length===0).map(({folder:e})=>`-f ${e}/`);return[...r.length===0?[]:[`-R ${r.join(` `)}`],...n.filter(({built:e})=>e.length>0).map(({folder:e})=>`-k ${e}/`)]}async function u(t){let n=e.tn(t),r=async e=>(await n(`symbolic-ref`,`--quiet`,`--short`,e).catch(()=>``)).trim();return(await r(`refs/remotes/origin/HEAD`)).replace(/^origin\//,``)||await r(`HEAD`)||`main`}const d=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`;function f(){return`# On a pull request: shows what the hub would refuse, and which clusters each placement would pick.
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
      - uses: ${d}
        with:
          fetch-depth: 0 # for the base
          persist-credentials: false
      - uses: fleet-gate/fleet-gate@v0
        with:
          mode: lint
          base: origin/\${{ github.base_ref }}
          comment: on-failure
`}function p({branch:e,target:t,folders:n,apply:r}){let i=t===`aks`,a=[...i?m:h,...r===void 0?g:_(r),...y(n)];return`# After a merge: applies the manifests to the hub, and waits until every cluster has them.
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
      - uses: ${d}
        with:
          persist-credentials: false
${a.map(e=>`      ${e}\n`).join(``)}`}const m=[`- uses: Azure/login@532459ea530d8321f2fb9bb10d1e0bcf23869a43 # v3.0.0`,`  with:`,"    client-id: ${{ vars.AZURE_CLIENT_ID }}","    tenant-id: ${{ vars.AZURE_TENANT_ID }}","    subscription-id: ${{ vars.AZURE_SUBSCRIPTION_ID }}",`- uses: Azure/use-kubelogin@0ce7c36141aa27d4934872cf00b0120804c98a29 # v1.3`,`  with:`,`    kubelogin-version: v0.2.22`,`- uses: Azure/aks-set-context@60623acbdcbbdcf799ad50a1adf8703874339f8b # v5.0.0`,`  with:`,`    resource-type: Microsoft.ContainerService/fleets`,"    resource-group: ${{ vars.FLEET_RESOURCE_GROUP }}","    cluster-name: ${{ vars.FLEET_NAME }}",`    use-kubelogin: 'true'`],h=[`- name: The kubeconfig of the hub`,`  env:`,"    HUB_KUBECONFIG: ${{ secrets.HUB_KUBECONFIG }}",`  run: |`,`    umask 077`,`    printf '%s' "$HUB_KUBECONFIG" > "$RUNNER_TEMP/hub.kubeconfig"`,`    echo "KUBECONFIG=$RUNNER_TEMP/hub.kubeconfig" >> "$GITHUB_ENV"`],g=[`- name: Apply the manifests`,`  run: |`,`    echo 'Replace this step with the one that applies your manifests, and name below what it applies.'`,`    exit 1`];function _(e){return e.map(e=>`- run: kubectl apply ${e}`)}const v=/^(?:\.|[\w][\w .@+-]*[\w]|\w)$/;function y(e){let[t=`deploy`,...n]=(e.every(e=>v.test(e))?e:[`.`]).map(e=>e===`.`?e:`${e}/`);return[`- uses: fleet-gate/fleet-gate@v0`,`  with:`,`    mode: gate`,...n.length===0?[`    manifests: ${JSON.stringify(t)}`]:[`    manifests: |`,...[t,...n].map(e=>`      ${e}`)],`    access-grace: 5m # a new role needs some minutes`]}function b(e,n,o){try{return r.n((0,a.dirname)(e)),(0,i.writeFileSync)(e,n,{flag:`wx`}),!0}catch(e){if(e.code===`EEXIST`)return!1;throw t.U(o,e)}}const x=`.github/workflows/fleet-deploy.yml`,S=async(r,c)=>{if(r.positionals.length>0)throw new t.Ua(`init takes no path: it writes into the root of the repository of the working directory`);let l=t.J(c)??c.cwd,d=await s(l,c),m=e.St(r)?await n.n(r,c):void 0,h=await C(d,m,r,c),g=m!==void 0||(0,i.existsSync)((0,a.join)(l,`clusters.yaml`)),{folders:_,apply:v}=d,y=[...m===void 0?[]:[[n.t,c.secrets.hide(n.i(m,`yaml`))]],[w(l),o({paths:T(d)?[]:_,target:h?.profile,clusters:g?n.t:void 0})],[`.github/workflows/fleet-lint.yml`,f()],[x,p({branch:await u({...c,cwd:l}),target:h?.profile,folders:_,apply:v})]];for(let[t]of y)e.yt((0,a.join)(l,t),t,c);let S=[...y.map(([e,n])=>{let r=t.X(c.cwd,(0,a.join)(l,e));return`${b((0,a.join)(l,e),n,r)?`wrote`:`kept `} ${r}`}),...E(d,h),``,`Next:`,...D(d,h?.profile,g)];return c.stdout.write(S.map(e=>`${e===``?``:O(e)}\n`).join(``)),{exitCode:0}};async function C(n,r,i,a){let o=t.Ct(i,`target`);if(o!==void 0||r===void 0)return o===void 0?n.target:{profile:o};let{hasAzureServer:s}=await Promise.resolve().then(()=>require("./reach-of.js")).then(e=>e.r),c=e.z(void 0,{members:r.members,apis:r.apis,hasAzureServer:s(i,a)});return c.by==="default"?n.target:c}function w(t){return e._t.find(e=>(0,i.existsSync)((0,a.join)(t,e)))??e._t[0]??``}function T({folders:e}){return e.includes(`.`)}function E(e,t){let{folders:n}=e;return[n.length===0?`There is no object of KubeFleet in this repository yet.`:`KubeFleet's objects are in: ${T(e)?`the root of the repository`:n.join(`, `)}`,...t?.because===void 0?[]:[`target: ${t.profile}, because ${t.because}`]]}function D({folders:e,apply:t},n,r){let i=n===`aks`?`the variables AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_SUBSCRIPTION_ID, FLEET_RESOURCE_GROUP and FLEET_NAME`:`the secret HUB_KUBECONFIG`;return[...e.length===0?[`Set paths in .fleet-gate.yaml when there are placements.`]:[],...n===void 0?[`If the hub is in Azure Fleet Manager, set target: aks in .fleet-gate.yaml.`]:[],...r?[]:["Write the member clusters with `fleet-gate clusters --context HUB`, and set clusters: clusters.yaml in .fleet-gate.yaml."],`See the findings of today: fleet-gate lint`,...t===void 0?[`In ${x}, replace the step that applies the manifests.`]:[],`On GitHub, create the environment production with ${i}.`,`Commit the files and open a pull request.`].map((e,t)=>`  ${t+1}. ${e}`)}function O(e){return`${/^ */.exec(e)?.[0]??``}${t.ct(e)}`}exports.runInit=S;