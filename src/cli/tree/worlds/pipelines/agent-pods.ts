/**
 * The files with the pod of an agent that a Jenkinsfile names, from the top of the repository. Jenkins starts the pod under a name of its own.
 * Source: README of Jenkins' kubernetes plugin (`yamlFile`, `podTemplate(yaml: readTrusted(…))`).
 */
export function agentPodsIn(jenkinsfile: string): readonly string[] {
  return [...jenkinsfile.matchAll(AGENT_POD)].flatMap(([, file]) => (file === undefined ? [] : [file]));
}

// linear: the words are fixed, and all repetitions bounded.
const AGENT_POD = /\b(?:yamlFile|readTrusted)[\s:(]{0,9}["']([^"'\n]{1,200})["']/g;
