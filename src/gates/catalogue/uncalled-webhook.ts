import { onMember } from './commands.ts';
import type { Details } from './failure.ts';
import { memberAnswer } from './member-answer.ts';

/**
 * Details of a webhook that an API server could not call, from its answer; `undefined` if the answer is about something else (Kubernetes
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook and pkg/util/webhook; the causes are those of Go's crypto/x509 and net).
 * @param refused what is not written meanwhile, as a template
 * @param named where the webhook is, for the title
 */
export function uncalledWebhook(message: string, refused: '{object}' | 'the pods of {object}', named = ''): Details | undefined {
  const answer = memberAnswer(message);
  const [, converted] = CONVERSION.exec(answer) ?? [];
  const [, webhook, url = '', why = ''] = (converted === undefined ? CALL : CONVERSION).exec(answer) ?? [];
  if (webhook === undefined) return undefined;
  const [, service, namespace] = SERVICE_URL.exec(url) ?? [];
  const fault = FAULTS.find(({ said }) => said.test(why)) ?? SILENT;
  const words = {
    webhook,
    ...(service === undefined || namespace === undefined ? {} : { webhookService: service, webhookNamespace: namespace }),
  };
  if (converted !== undefined) {
    return {
      title: `The conversion webhook for ${converted}${named} ${fault.title}`,
      words,
      explain: `The API server of {cluster} reads and writes {webhook} through a conversion webhook. ${fault.explain}`,
      remedy: [
        `Find the CustomResourceDefinition of the kind on {cluster}. Its spec.conversion names the webhook: ${CONVERSIONS}`,
        ...(namespace === undefined || fault.isService === false ? [] : [SEE_SERVICE]),
        'Repair or install the webhook again. Do not delete the CustomResourceDefinition: that deletes all objects of its kind.',
      ],
    };
  }
  return {
    title: `Webhook ${webhook}${named} ${fault.title}`,
    words,
    explain: `The API server of {cluster} asks webhook {webhook} before it accepts ${refused}. ${fault.explain}`,
    remedy: [
      fault.isService === false ? SEE_CONFIGURATION : SEE,
      ...(service === undefined || fault.isService === false ? [] : [SEE_SERVICE]),
      ...fault.remedy,
    ],
  };
}

// bounded: a message is cut at 32,768 characters.
const CALL = /failed calling webhook "([^"]+)": (?:failed to call webhook: )?(?:Post "([^"]*)": )?(.*)$/s;

/** The webhook of a CustomResourceDefinition (Kubernetes staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion). */
// bounded: a message is cut at 32,768 characters.
const CONVERSION = /conversion webhook for ([^ ,]+, Kind=[^ ,]+) failed: (?:Post "([^"]*)": )?(.*)$/s;

/** The address of a service of the member. */
const SERVICE_URL = /^https:\/\/([^./:]+)\.([^./:]+)\.svc[:/]/;

const WEBHOOKS = onMember(
  'get validatingwebhookconfigurations,mutatingwebhookconfigurations -o custom-columns="NAME:.metadata.name,WEBHOOKS:.webhooks[*].name,SERVICES:.webhooks[*].clientConfig.service.name"',
);
const CONVERSIONS = onMember(
  'get crd -o custom-columns="NAME:.metadata.name,KIND:.spec.names.kind,SERVICE:.spec.conversion.webhook.clientConfig.service.name"',
);
export const SEE = `Check what the message names on {cluster}, a webhook and its endpoints or the API server: ${WEBHOOKS}`;
const SEE_CONFIGURATION = `Find the webhook configuration on {cluster} that has webhook {webhook}: ${WEBHOOKS}`;
const SEE_SERVICE = `See its service and the endpoints of that: ${onMember('describe service {webhookService} -n {webhookNamespace}')}`;

interface Fault {
  /** The cause in the message. */
  readonly said: RegExp;
  /** After the name of the webhook. */
  readonly title: string;
  readonly explain: string;
  readonly remedy: readonly string[];
  /** False if its configuration is at fault, and not its service. */
  readonly isService?: false;
}

const LASTS = 'This does not pass by itself. KubeFleet tries again, and goes on when it is corrected.';
const RENEW =
  'Renew the certificate, or repair what should do that (cert-manager, an operator). Restart the pods of the webhook if they do not read it again.';

/** The webhook answers, so its pods are not the fault. */
const CERTIFICATES: readonly Fault[] = [
  {
    // Go's crypto/x509 says in both cases that it "has expired or is not yet valid".
    said: /current time \S+ is before/,
    title: 'has a certificate that is not valid yet',
    explain: `The webhook answers, but its certificate is not valid yet by the clock of the API server. That passes with time.`,
    remedy: ['Compare the clocks of the nodes of {cluster}, and the time from which the certificate is valid.', RENEW],
    isService: false,
  },
  {
    said: /has expired or is not yet valid/,
    title: 'has an expired certificate',
    explain: `The webhook answers, but its certificate has expired. ${LASTS}`,
    remedy: [RENEW],
    isService: false,
  },
  {
    said: /certificate is valid for |not valid for any names|doesn't contain any (?:IP )?SANs|legacy Common Name/,
    title: 'has a certificate for another name',
    explain: `The webhook answers, but its certificate is not for the name at which the API server calls it. ${LASTS}`,
    remedy: [
      'Give the webhook a certificate that has the name of the message among its subject alternative names (SAN), or correct the service in the webhook configuration.',
      RENEW,
    ],
    isService: false,
  },
  {
    said: /unable to load root certificates|parse bytes as PEM/,
    title: 'cannot be called, because its caBundle is not valid',
    explain: `The caBundle in its webhook configuration is not a certificate. ${LASTS}`,
    remedy: ['Write the certificate of the authority that signed the certificate of the webhook into clientConfig.caBundle.'],
    isService: false,
  },
  {
    said: /x509: |failed to verify certificate/,
    title: 'has a certificate that the API server does not trust',
    explain: `The webhook answers, but its certificate does not match the caBundle of its webhook configuration. ${LASTS}`,
    remedy: [
      'Write the authority that signed the certificate into clientConfig.caBundle of the webhook configuration, or repair what should do that (cert-manager, an operator).',
      'If the certificate is wrong, renew it, and restart the pods of the webhook if they do not read it again.',
    ],
    isService: false,
  },
  {
    said: /gave HTTP response to HTTPS client|does not look like a TLS handshake/,
    title: 'does not speak TLS',
    explain: `The port of the webhook answers without TLS, which every webhook needs. ${LASTS}`,
    remedy: ['Correct the port in its service or webhook configuration, or serve TLS there.'],
  },
  {
    said: /remote error: tls: |\btls: /,
    title: 'does not accept the TLS connection',
    explain: `The webhook ends the TLS connection of the API server. ${LASTS}`,
    remedy: ['Read the log of its pods: they can ask for a client certificate, or for another version of TLS.'],
  },
];

const FAULTS: readonly Fault[] = [
  ...CERTIFICATES,
  {
    said: /service "[^"]*" not found/,
    title: 'has no service',
    explain: `The service that its webhook configuration names does not exist. ${LASTS}`,
    remedy: ['Install the webhook again, or delete its webhook configuration if it is gone for good: what it checks is then not checked.'],
    isService: false,
  },
  {
    said: /no endpoints available/,
    title: 'does not answer: no pod of its service is ready',
    explain: 'No pod of its service is ready. This passes when one is: KubeFleet tries again by itself.',
    remedy: ['If it lasts, find out why its pods are not ready.'],
  },
  {
    said: /could not find the requested resource|rejected our request|an error on the server|expected response|webhook response|webhook returned|invalid character/,
    title: 'answers with an error',
    explain: 'The webhook was reached, but answers with an error. KubeFleet tries again by itself.',
    remedy: ['Read the log of its pods. After an update of the webhook, check the path in its webhook configuration.'],
  },
];

const SILENT: Omit<Fault, 'said'> = {
  title: 'does not answer',
  explain: 'The webhook does not answer. This usually passes: KubeFleet tries again by itself, at intervals of up to 15 minutes.',
  remedy: ['If it lasts, check that its pods run, and that a network policy or firewall lets the API server reach them.'],
};
