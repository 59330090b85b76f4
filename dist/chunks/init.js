const e=require("./lint.js"),t=require("./main.js"),n=require("./hub-clusters.js");let r=require("node:fs"),i=require("node:path");function a({paths:e,target:t,clusters:n}){let r=(e,t,n,r)=>t===void 0?`# ${e}: ${n} # ${r}`:`${e}: ${t} # ${r}`;return[`# Settings of fleet-gate: https://fleet-gate.github.io/fleet-gate/configuration`,r(`paths`,e.length===0?void 0:`[${e.map(e=>JSON.stringify(e)).join(`, `)}]`,`[deploy]`,`what lint and plan check`),r(`target`,t,`aks`,`the hub: aks for Azure; v0.3 (the default) and main for KubeFleet`),r(`clusters`,n,`clusters.yaml`,`the member clusters; written by: fleet-gate clusters`),`gate:`,`  timeout: 30m # how long to wait for a rollout`,``].join(`
`)}async function o(n,r){let i={...r,cwd:n},a=await e.kr([`.`],{cwd:n,exclude:e.xr.map(e=>`/${e}`),repository:e.Dr(i)}),o=a.manifests.filter(({object:e})=>t.ba(e.kind)?.group===t.ja(e.apiVersion)&&!t.Sa(e)),l=[...new Set(o.map(({file:e})=>s(e)))].toSorted(),u=e.so(a.manifests.map(({object:e})=>e).filter(t.Sa)),d=u===void 0?await e.Rn(i):void 0,f=u===void 0?d&&`${d} logs in to a fleet of Azure`:`MemberCluster ${u} has labels of Azure`;return{folders:l,apply:e.Bn(a.manifests).filter(({name:e})=>e!==void 0).length>1?void 0:c(n,l),...f===void 0?{}:{target:{profile:`aks`,because:f}}}}function s(e){let[t=``,...n]=e.split(`/`);return n.length===0?`.`:t}function c(e,t){if(t.length===0||t.includes(`.`)||!t.every(e=>/^\w[\w.-]*$/.test(e)))return;let n=t.map(t=>({folder:t,built:(0,r.globSync)(`**/{kustomization.yaml,kustomization.yml,Kustomization,Chart.yaml}`,{cwd:(0,i.join)(e,t)})}));if(n.some(({built:[e=``,...t]})=>t.length>0||!/^(?:kustomization\.ya?ml)?$/.test(e)))return;let a=n.filter(({built:e})=>e.length===0).map(({folder:e})=>`-f ${e}/`);return[...a.length===0?[]:[`-R ${a.join(` `)}`],...n.filter(({built:e})=>e.length>0).map(({folder:e})=>`-k ${e}/`)]}const l=`actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1`;function u(){return`# On a pull request: shows what the hub would refuse, and which clusters each placement would pick.
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
      - uses: ${l}
        with:
          fetch-depth: 0 # for the base
          persist-credentials: false
      - uses: fleet-gate/fleet-gate@v0
        with:
          mode: lint
          base: origin/\${{ github.base_ref }}
          comment: on-failure
`}function d({branch:e,target:t,folders:n,apply:r}){let i=t===`aks`,a=[...i?f:p,...r===void 0?m:h(r),..._(n)];return`# After a merge: applies the manifests to the hub, and waits until every cluster has them.
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
      - uses: ${l}
        with:
          persist-credentials: false
${a.map(e=>`      ${e}\n`).join(``)}`}const f=[`- uses: Azure/login@f5d393ae46f8fde4be8b75f32e3fc50e654ad0ca # v3.0.1`,`  with:`,"    client-id: ${{ vars.AZURE_CLIENT_ID }}","    tenant-id: ${{ vars.AZURE_TENANT_ID }}","    subscription-id: ${{ vars.AZURE_SUBSCRIPTION_ID }}",`- uses: Azure/use-kubelogin@0ce7c36141aa27d4934872cf00b0120804c98a29 # v1.3`,`  with:`,`    kubelogin-version: v0.2.22`,`- uses: Azure/aks-set-context@60623acbdcbbdcf799ad50a1adf8703874339f8b # v5.0.0`,`  with:`,`    resource-type: Microsoft.ContainerService/fleets`,"    resource-group: ${{ vars.FLEET_RESOURCE_GROUP }}","    cluster-name: ${{ vars.FLEET_NAME }}",`    use-kubelogin: 'true'`],p=[`- name: The kubeconfig of the hub`,`  env:`,"    HUB_KUBECONFIG: ${{ secrets.HUB_KUBECONFIG }}",`  run: |`,`    umask 077`,`    printf '%s' "$HUB_KUBECONFIG" > "$RUNNER_TEMP/hub.kubeconfig"`,`    echo "KUBECONFIG=$RUNNER_TEMP/hub.kubeconfig" >> "$GITHUB_ENV"`],m=[`- name: Apply the manifests`,`  run: |`,`    echo 'Replace this step with the one that applies your manifests, and name below what it applies.'`,`    exit 1`];function h(e){return e.map(e=>`- run: kubectl apply ${e}`)}const g=/^(?:\.|[\w][\w .@+-]*[\w]|\w)$/;function _(e){let[t=`deploy`,...n]=(e.every(e=>g.test(e))?e:[`.`]).map(e=>e===`.`?e:`${e}/`);return[`- uses: fleet-gate/fleet-gate@v0`,`  with:`,`    mode: gate`,...n.length===0?[`    manifests: ${JSON.stringify(t)}`]:[`    manifests: |`,...[t,...n].map(e=>`      ${e}`)],`    access-grace: 5m # a new role needs some minutes`]}const v=`.github/workflows/fleet-deploy.yml`,y=async(s,c)=>{if(s.positionals.length>0)throw new t.jo(`init takes no path: it writes into the root of the repository of the working directory`);let l=t.So(c)??c.cwd,f=await o(l,c),p=e.wr(s)?await n.n(s,c):void 0,m=await b(f,p,s,c),h=p!==void 0||(0,r.existsSync)((0,i.join)(l,`clusters.yaml`)),{folders:g,apply:_}=f,y=[...p===void 0?[]:[[n.t,n.a(n.i(p,`yaml`),c.secrets)]],[x(l),a({paths:S(f)?[]:g,target:m?.profile,clusters:h?n.t:void 0})],[`.github/workflows/fleet-lint.yml`,u()],[v,d({branch:await T({...c,cwd:l}),target:m?.profile,folders:g,apply:_})]];for(let[e]of y)t._t((0,i.join)(l,e),e,c);let D=[...y.map(([e,n])=>{let r=t.xo(c.cwd,(0,i.join)(l,e));return`${E((0,i.join)(l,e),n,r)?`wrote`:`kept `} ${r}`}),...C(f,m),``,`Next:`,...w(f,m?.profile,h)];return c.stdout.write(D.map(e=>`${e===``?``:t.Q(e)}\n`).join(``)),{exitCode:0}};async function b(n,r,i,a){let o=t.bt(i,`target`);if(o!==void 0||r===void 0)return o===void 0?n.target:{profile:o};let{hasAzureServer:s}=await Promise.resolve().then(()=>require("./reach-of.js")).then(e=>e.r),c=e.Hn(void 0,{members:r.members,apis:r.apis,hasAzureServer:s(i,a)});return c.by==="default"?n.target:c}function x(t){return e.xr.find(e=>(0,r.existsSync)((0,i.join)(t,e)))??e.xr[0]??``}function S({folders:e}){return e.includes(`.`)}function C(e,t){let{folders:n}=e;return[n.length===0?`There is no object of KubeFleet in this repository yet.`:`KubeFleet's objects are in: ${S(e)?`the root of the repository`:n.join(`, `)}`,...t?.because===void 0?[]:[`target: ${t.profile}, because ${t.because}`]]}function w({folders:e,apply:t},n,r){let i=n===`aks`?`the variables AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_SUBSCRIPTION_ID, FLEET_RESOURCE_GROUP and FLEET_NAME`:`the secret HUB_KUBECONFIG`;return[...e.length===0?[`Set paths in .fleet-gate.yaml when there are placements.`]:[],...n===void 0?[`If the hub is in Azure Fleet Manager, set target: aks in .fleet-gate.yaml.`]:[],...r?[]:["Write the member clusters with `fleet-gate clusters --context HUB`, and set clusters: clusters.yaml in .fleet-gate.yaml."],`See the findings of today: fleet-gate lint`,...t===void 0?[`In ${v}, replace the step that applies the manifests.`]:[],`On GitHub, create the environment production with ${i}.`,`Commit the files and open a pull request.`].map((e,t)=>`  ${t+1}. ${e}`)}async function T(t){let n=e.gu(t);return await e.Ln(t)??(await(async()=>(await n(`symbolic-ref`,`--quiet`,`--short`,`HEAD`).catch(()=>``)).trim())()||`main`)}function E(e,n,i){return(0,r.lstatSync)(e,{throwIfNoEntry:!1})===void 0&&(t.V(e,n,i),!0)}exports.runInit=y;