import { describe, expect, it } from 'vitest';
import { FAILURES } from '../../src/gates/catalogue/index.gen.ts';
import { namesCredential } from '../../src/secrets/credential-names.ts';
import { credentialSpans, withoutCredentials } from '../../src/secrets/credential-text.ts';
import { listRules } from '../../src/static/judge/explain.ts';

const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl';

describe('text that looks like a credential', () => {
  it.each([
    ['cannot reach https://me:p@ss@hub.example:6443/x', 'cannot reach https://***@hub.example:6443/x'],
    ['https://x-access-token:abc@github.com/o/r', 'https://***@github.com/o/r'],
    [`Authorization: Bearer abc.def`, 'Authorization: Bearer ***'],
    ['map[Authorization:[Basic dXNlcjpwYXNz]]', 'map[Authorization:[Basic ***]]'],
    [`refused ${JWT} again`, 'refused *** again'],
    ['key -----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY----- end', 'key *** end'],
    ['key -----BEGIN PRIVATE KEY-----\\nMHcCAQ', 'key ***'],
    ['{"client_secret":"a b,c"}', '{"client_secret":"***"}'],
    [String.raw`said {\"password\":\"a b\"}`, String.raw`said {\"password\":\"***\"}`],
    ['Server=db;Password=hunter2;Port=1', 'Server=db;Password=***;Port=1'],
    ['AccountName=a;AccountKey=abc==;X=y', 'AccountName=a;AccountKey=***;X=y'],
    ['https://a.blob.core.windows.net/c?sv=1&sig=abc%3D', 'https://a.blob.core.windows.net/c?sv=1&sig=***'],
    ['pushed with ghp_abcdefghijklmnopqrst0123', 'pushed with ***'],
    ['refused abC8Q~0123456789abcdefghijklmnopqrstuvwx of the app', 'refused *** of the app'],
    [`pushed with dor_v1_${'0123456789abcdef'.repeat(4)}`, 'pushed with ***'],
    ['DB_PASSWORD="a b c" set', 'DB_PASSWORD="***" set'],
    [
      'Env:[]core.EnvVar{core.EnvVar{Name:"DB_PASSWORD", Value:"a b", From:nil}}',
      'Env:[]core.EnvVar{core.EnvVar{Name:"DB_PASSWORD", Value:"***", From:nil}}',
    ],
    [
      'got {"env":[{"name":"API_KEY","value":"a\\"b"},{"name":"A","value":"b"}]}',
      'got {"env":[{"name":"API_KEY","value":"***"},{"name":"A","value":"b"}]}',
    ],
    [String.raw`said {\"name\": \"API_KEY\", \"value\": \"a b\"} end`, String.raw`said {\"name\": \"API_KEY\", \"value\": \"***\"} end`],
    ['env:[map[name:DB_PASSWORD value:abc] map[name:A value:b]]', 'env:[map[name:DB_PASSWORD value:***] map[name:A value:b]]'],
    ['Args:[]string{"--db-password", "a b", "--port", "80"}', 'Args:[]string{"--db-password", "***", "--port", "80"}'],
    [
      'exec: "redis-server --requirepass hunter2": executable file not found in $PATH',
      'exec: "redis-server --requirepass ***": executable file not found in $PATH',
    ],
    ['said: login -token a1b2c3 --db-password x_y_z --port 8080', 'said: login -token *** --db-password *** --port 8080'],
    ['"args":["-token","abc","--token","--verbose"]', '"args":["-token","***","--token","--verbose"]'],
    ['cannot log in: db_password: hunter2-x, retrying', 'cannot log in: db_password: ***, retrying'],
    ['spec.adminPassword: Invalid value: "a b c": too short', 'spec.adminPassword: Invalid value: "***": too short'],
    [
      String.raw`said {\"message\":\"spec.token: Invalid value: \\"a b\\": no\"}`,
      String.raw`said {\"message\":\"spec.token: Invalid value: \\"***\\": no\"}`,
    ],
    ['got &{Username:x Password:hunter Host:y}', 'got &{Username:x Password:*** Host:y}'],
    ['{Password:a b c Token:xyz}', '{Password:*** Token:***}'],
    ['auth.Login{User:"x", Password:"a b", Port:1}', 'auth.Login{User:"x", Password:"***", Port:1}'],
    ['map[dbPassword:hunter user:x]', 'map[dbPassword:*** user:x]'],
    ['map[passwords:[one two] user:x]', 'map[passwords:[***] user:x]'],
    ['map[a:map[token:xyz] b:c]', 'map[a:map[token:***] b:c]'],
    ['{password Zq9vXt7LmK2pWr4}', '{password ***}'],
    [
      'Secret "s" is invalid: data[password]: Invalid value: "WnE5": must be x',
      'Secret "s" is invalid: data[password]: Invalid value: "***": must be x',
    ],
    [
      'Secret "s" is invalid: [data[a]: Invalid value: "WnE5": no, data.b: Invalid value: "WnE6": no]',
      'Secret "s" is invalid: [data[a]: Invalid value: "***": no, data.b: Invalid value: "***": no]',
    ],
    [
      'Secret "s" is invalid: data: Invalid value: map[string][]uint8{"a":[]uint8{0x5a, 0x71}}: field is immutable',
      'Secret "s" is invalid: data: Invalid value: map[string][]uint8{"a":[]uint8{***}}: field is immutable',
    ],
    ['containers[0].env[DB_PASSWORD].value: Invalid value: "a b": x', 'containers[0].env[DB_PASSWORD].value: Invalid value: "***": x'],
    ['spec.containers[0].env[0].value: Invalid value: "a b": x', 'spec.containers[0].env[0].value: Invalid value: "***": x'],
    ['containers[0].env[MODE].value: Unsupported value: "a": x', 'containers[0].env[MODE].value: Unsupported value: "***": x'],
    ['containers[0].env[1].value: Duplicate value: "xyz"', 'containers[0].env[1].value: Duplicate value: "***"'],
    ['containers[0].args[1]: Invalid value: "a b": no', 'containers[0].args[1]: Invalid value: "***": no'],
    ['initContainers[0].command[2]: Too long: "curl x": no', 'initContainers[0].command[2]: Too long: "***": no'],
    [
      String.raw`{\"message\":\"env[0].value: Invalid value: \\"a b\\": no\"}`,
      String.raw`{\"message\":\"env[0].value: Invalid value: \\"***\\": no\"}`,
    ],
    [
      'Job "j" is invalid: spec.template: Invalid value: {"spec":{"containers":[{"env":[{"name":"A","value":"x y"}]}]}}: field is immutable',
      'Job "j" is invalid: spec.template: Invalid value: {"spec":{"containers":[{"env":[{"name":"A","value":"***"}]}]}}: field is immutable',
    ],
    [
      'spec.template: Invalid value: core.PodTemplateSpec{Env:[]core.EnvVar{core.EnvVar{Name:"A", Value:"x y", ValueFrom:(*core.EnvVarSource)(nil)}}}',
      'spec.template: Invalid value: core.PodTemplateSpec{Env:[]core.EnvVar{core.EnvVar{Name:"A", Value:"***", ValueFrom:(*core.EnvVarSource)(nil)}}}',
    ],
    [
      'spec: Forbidden: pod updates may not change fields other than `spec.tolerations`\n- {Name: "A", Value: "old"},\n+ {Name: "A", Value: "new"},',
      'spec: Forbidden: pod updates may not change fields other than `spec.tolerations`\n- {Name: "A", Value: "***"},\n+ {Name: "A", Value: "***"},',
    ],
    ['env[1]: Duplicate value: {"name":"A","value":"x"}', 'env[1]: Duplicate value: {"name":"A","value":"***"}'],
    [
      'spec.password: Unsupported value: "a b": supported values: "a", "b"',
      'spec.password: Unsupported value: "***": supported values: "a", "b"',
    ],
    ['spec.tokens[1]: Duplicate value: "xyz"', 'spec.tokens[1]: Duplicate value: "***"'],
    ['spec.apiKeys[0]: Not found: "xyz"', 'spec.apiKeys[0]: Not found: "***"'],
    ['spec.password: "a b" is invalid', 'spec.password: "***" is invalid'],
    ["login failed with password: 'hunter2'", "login failed with password: '***'"],
    ['the password "hunter" is too weak', 'the password "***" is too weak'],
    ['password Zq9vXt7LmK2pWr4 is wrong', 'password *** is wrong'],
    ['the token "Zq9vXt7LmK2pWr4" has expired', 'the token "***" has expired'],
    ['Set-Cookie: session=xyz; Path=/', 'Set-Cookie: session=***'],
    ['map[Cookie:[sid=xyz; a=b] Accept:[*/*]]', 'map[Cookie:[sid=***] Accept:[*/*]]'],
    ['machine h login u password p end', 'machine h login u password *** end'],
    ['default login u password p', 'default login u password ***'],
    ['got {"kind":"Secret","data":{"a":"Yg=="}}', 'got {"kind":"Secret","data":{***'],
    ['got &{map[data:map[a:Yg==] kind:Secret]}', 'got &{map[data:map[***'],
    ['kind: Secret\nstringData:\n  a: b\n', 'kind: Secret\nstringData:\n***'],
    ['failed: {"stringData":{"z":"b c"}}', 'failed: {"stringData":{***'],
    [String.raw`failed: {\"stringData\":{\"z\":\"b c\"}}`, String.raw`failed: {\"stringData\":{***`],
    ['failed: map[stringData:map[z:b c]]', 'failed: map[stringData:map[***'],
    ['cannot patch Secret "s": {"data":{"z":"Yg=="}}', 'cannot patch Secret "s": {"data":{***'],
    [
      'json: cannot unmarshal number into Go struct field Secret.stringData of type string, error found in #10 byte of ...|"z":"b c","p":1|..., bigger context ...|{"z":"b c"}|...',
      'json: cannot unmarshal number into Go struct field Secret.stringData of type string, error found in #10 byte of ...|***',
    ],
    [
      'patch [{"op":"replace","path":"/data/z","value":"b c"},{"op":"test"}]',
      'patch [{"op":"replace","path":"/data/z","value":"***"},{"op":"test"}]',
    ],
    [
      String.raw`patch [{\"op\":\"replace\",\"path\":\"/data/z\",\"value\":\"b c\"}]`,
      String.raw`patch [{\"op\":\"replace\",\"path\":\"/data/z\",\"value\":\"***\"}]`,
    ],
    ['patch [{"op":"add","path":"/stringData","value":{"z":"b"}}]', 'patch [{"op":"add","path":"/stringData","value":***'],
    ['patch [{"op":"add","value":"b c","path":"/stringData/z"}]', 'patch [{"op":"add","value":"***","path":"/stringData/z"}]'],
    ['patch [{"op":"add","path":"/data/pin","value":1234}]', 'patch [{"op":"add","path":"/data/pin","value":***'],
    [String.raw`patch [{"op":"add","value":"b\" c","path":"/data/z"}]`, 'patch [{"op":"add","value":"***","path":"/data/z"}]'],
    ['patch [map[op:add path:/data/z value:b c]]', 'patch [map[op:add path:/data/z value:***'],
    ['patch [{"op":"add","path":"/spec/dbPassword","value":"b c"}]', 'patch [{"op":"add","path":"/spec/dbPassword","value":"***"}]'],
    // As programs in other languages log it.
    ['password = "a b"; x', 'password = "***"; x'],
    ['DB_PASSWORD = hunter2-x\nport = 1', 'DB_PASSWORD = ***\nport = 1'],
    ['password := "a b"', 'password := "***"'],
    ['spring.datasource.password        : hunter2-x', 'spring.datasource.password        : ***'],
    [`environ({'A': 'b', 'DB_PASSWORD': 'a b'})`, `environ({'A': 'b', 'DB_PASSWORD': '***'})`],
    [String.raw`{\'password\': \'a b\', \'x\': 1}`, String.raw`{\'password\': \'***\', \'x\': 1}`],
    [`headers {'X-Api-Key': b'a b'}`, `headers {'X-Api-Key': b'***'}`],
    ['{"password" => "a b", "x" => 1}', '{"password" => "***", "x" => 1}'],
    ['{:password=>"a b", :x=>1}', '{:password=>"***", :x=>1}'],
    ['[password] => hunter2-x', '[password] => ***'],
    ['\u001B[36mpassword\u001B[0m=hunter \u001B[36mx\u001B[0m=1', 'password=*** x=1'],
    [String.raw`"\u001b[36mpassword\u001b[0m=hunter"`, '"password=***"'],
    ['\u001B[34;1m"password"\u001B[0m: \u001B[0;32m"a b"\u001B[0m', '"password": "***"'],
    ['Login { password: Some("a b"), x: 1 }', 'Login { password: Some("***"), x: 1 }'],
    ['password: |\n  a b\n  c\nx: 1', 'password: |\n  ***\nx: 1'],
    ['user=a&password%3Dhunter%26x%3D1', 'user=a&password%3D***%26x%3D1'],
    ['| password | hunter2-x |', '| password | *** |'],
    ['EnvVar{Name:DB_PASSWORD,Value:a,b c,ValueFrom:nil,}', 'EnvVar{Name:DB_PASSWORD,Value:***,ValueFrom:nil,}'],
  ])('is hidden: %j', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown);
  });

  it.each([
    'the proxy wants a user name and password (407): put them into the proxy URL',
    'spec.password: Required value',
    'spec.token: Invalid type, expected 64 characters',
    'reading the token: 3 attempts failed',
    'Secret "db-password" not found',
    'secrets "key" is forbidden: User "x" cannot list resource "secrets"',
    'git@github.com:o/r.git is no URL',
    'https://kubefleet.dev/docs/a@b',
    'the Secret n/s is forbidden: data: too large',
    'Name:"DB_PASSWORD", ValueFrom:(*core.EnvVarSource)(nil)',
    '{"name":"DB_PASSWORD","value":"$(FROM)"}',
    'the flags --token and --password must be given; --client-secret cannot be empty; --token --verbose',
    'run it with --token $TOKEN or --password <password>, or --token /var/run/token/x',
    'unknown fields "token", "password", "port"',
    'spec.password: Required value: the password field is required',
    'spec.password: Forbidden: may not be set; spec.token: Too long: may not be more than 64 bytes',
    'spec.secretName: Invalid value: "x y": must be a name',
    'spec.tokenExpirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
    'spec.passwordPolicy: Unsupported value: "strict": supported values: "a", "b"',
    'ConfigMap "c" is invalid: data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters',
    'the token "ci-bot" was not found; the credential "main" is not ready',
    'serviceaccount token "default-token-abc12" not found',
    'couldn\'t find key password in Secret shop/db, and no key "token" in Secret "shop/db"',
    'failed to get credentials: "connection timed out"',
    '&PodSpec{AutomountServiceAccountToken:nil,TokenTTL:3600,Password:<nil>}',
    'failed to pull [docker.io/library/vault-token:1.2 quay.io/x/token:3]',
    'map[secretName:db tokenFile:/var/run/token]',
    'the machine default has no login and password prompt',
    'the cookie is missing; cookies: 3',
    'metadata.labels[kubernetes.io/metadata.name]: Invalid value: "x=y"',
    'metadata.annotations[example.com/mode]: Invalid value: "fast": must be slow',
    'metadata.labels[env]: Invalid value: "a b": a valid label must be an empty string',
    'spec.containers[0].image: Invalid value: "a b": must be an image',
    'spec.containers[0].env[0].name: Invalid value: "a b": a valid environment variable name',
    'spec.containers[0].env[0].value: Invalid value: "integer": env[0].value in body must be of type string: "integer"',
    'spec.containers[0].env[0].valueFrom: Invalid value: "": may not be specified when `value` is not empty',
    'spec.containers[0].env[0].value: Forbidden: may not be set; spec.containers[0].args: Required value',
    'spec.containers[1].name: Duplicate value: "web"',
    'spec.tolerations[0].value: Invalid value: "a b": must be empty',
    'spec.selector: Invalid value: {"matchLabels":{"app":"web","version":"2"}}: field is immutable',
    'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    'env {"name":"LOG_LEVEL","value":"debug"} of a container',
    'patch [{"op":"replace","path":"/spec/replicas","value":3},{"op":"add","path":"/metadata/labels/data","value":"a b"}]',
    'Secret "s" is invalid: stringData of another Secret; unknown field "stringDatas"',
    'json: cannot unmarshal number into Go struct field ConfigMap.data of type string, error found in #10 byte of ...|"a":1|...',
    'ConfigMap "c" was refused: {"data":{"a":"b"}}',
    'invalid token : unexpected end of file',
    'SyntaxError: unexpected token = in line 3',
    'if token == "" {',
    'password = None, token => required',
    `{'password': None, 'x': 'y'}, {'password': ['This field is required.']}`,
    'missing required env DB_PASSWORD : not set',
    '| token | string |',
    'DB_PASSWORD = $(OTHER)',
    'EnvVar{Name:DB_PASSWORD,Value:,ValueFrom:&EnvVarSource{SecretKeyRef:nil,},}',
    '\u001B[31mpassword authentication failed for user "app"\u001B[0m',
  ])('is not ordinary prose: %j', (text) => {
    expect(withoutCredentials(text)).toBe(text);
  });

  it('does not occur in any sentence of our own', () => {
    const texts = JSON.stringify([FAILURES, listRules()]);
    expect(withoutCredentials(texts)).toBe(texts);
  });
});

it('megabytes of names are searched in a short time', () => {
  const start = performance.now();
  expect(credentialSpans('password='.repeat(200_000))).toHaveLength(1);
  // On a busy machine it takes seconds; if the time grew with the square of the length, it would take many minutes.
  expect(performance.now() - start).toBeLessThan(60_000);
});

it.each([
  'token',
  'DB_PASSWORD',
  'client-secret',
  '--client-secret',
  'apiKey',
  'ConnectionString',
  'GITHUB_TOKEN',
  'ARM_CLIENT_SECRET',
  '.dockerconfigjson',
  'BASIC_AUTH',
  'SESSION_KEY',
  'service_key',
  'InstrumentationKey',
  'OTP_SEED',
  'JWT_SIGNING',
  'PASSWORT',
  'password.txt',
  'PASSWORD_FILE_CONTENT',
  'tokens',
  'API_TOKENS',
  'JWT',
  'REDIS_AUTH',
  'SLACK_WEBHOOK_URL',
  'MOT_DE_PASSE',
])('%s names a credential', (name) => {
  expect(namesCredential(name)).toBe(true);
});
it.each([
  'secretName',
  'tokenFile',
  'key',
  'auth',
  'basic-auth-secret-name',
  'sessionKeyName',
  'AZURE_FEDERATED_TOKEN_FILE',
  'mode',
  'max_tokens',
  'webhook',
  'passthrough',
  'automountServiceAccountTokens',
])('%s does not name a credential', (name) => {
  expect(namesCredential(name)).toBe(false);
});
