/** Credentials in the texts of a ConfigMap, in every format that names them or by which they are recognised, and what is none. */
import { describe, expect, it } from 'vitest';
import { redacted } from '../../src/secrets/redacted.ts';

const SECRET = 'Hunter2-Canary/x';
const shownOf = (text: string): string => {
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' }, data: { text } };
  return (redacted(object, () => 'redacted:0') as { data: { text: string } }).data.text;
};

describe('a text of a ConfigMap', () => {
  const encoded = Buffer.from(`user:${SECRET}`).toString('base64');
  it.each(
    Object.entries({
      'application.yaml': `spring:\n  datasource:\n    url: jdbc:x\n    password: ${SECRET}\n`,
      'a list of YAML': `users:\n- name: a\n  password: ${SECRET}\n- name: b\n`,
      'flow style': `a: 1\nb: {password: "${SECRET}", c: 1}\n`,
      'a block of YAML': `a: 1\npassword: |\n  ${SECRET}\nb: 1\n`,
      'a value on the next line': `a: 1\npassword:\n  ${SECRET}\nb: 1\n`,
      'a folded value': `a: 1\npassword: >-\n  abc\n  ${SECRET}\nb: 1\n`,
      'a quoted value of two lines': `a: 1\npassword: "abc\n  ${SECRET}"\nb: 1\n`,
      'an alias': `a: &p ${SECRET}\npassword: *p\n`,
      'an escaped key': `"pass\\u0077ord": ${SECRET}\na: 1\n`,
      'a key that is written twice': `password: ${SECRET}\npassword: abcdefg\n`,
      'a variable in a list': `env:\n- name: DB_PASSWORD\n  value: ${SECRET}\n`,
      'a comment of YAML': `a: 1\n# password: ${SECRET}\nb: 1\n`,
      'a comment behind a value': `a: 1 # token=${SECRET}\nb: 1\n`,
      'a template of YAML': `{{- if .x }}\npassword: ${SECRET}\n{{- end }}\n`,
      'a template with a block': `{{- if .x }}\npassword: |\n  ${SECRET}\n{{- end }}\n`,
      'a template with a default': `{{- if .x }}\npassword: {{ .y | default "${SECRET}" }}\n{{- end }}\n`,
      'a default of Spring': `a: 1\npassword: \${DB_PASSWORD:${SECRET}}\n`,
      INI: `[db]\nuser = me\npassword = ${SECRET}\n`,
      'INI with a comment': `[db]\n; password = ${SECRET}\nuser = me\n`,
      TOML: `[db]\npassword = "${SECRET}"\nport = 1\n`,
      'TOML of several lines': `[db]\npassword = """\n${SECRET}\n"""\nport = 1\n`,
      '.env': `A=b\nDB_PASS=${SECRET}\n`,
      '.env with spaces': `A=b\nDB_PASSWORD="a b ${SECRET}"\n`,
      '.env with export': `A=b\nexport API_KEY='${SECRET}'\n`,
      '.env with a space that is not quoted': `A=b\nDB_PASSWORD=a b ${SECRET}\n`,
      properties: `a.b=c\nspring.datasource.password=${SECRET}\n`,
      'properties with a colon': `a.b=c\nspring.datasource.password:${SECRET}\n`,
      'properties over lines': `a.b=c\ndb.password=abc\\\n  ${SECRET}\nx=y\n`,
      'JSON of several lines': `{\n  "db": {\n    "password": "${SECRET}"\n  }\n}\n`,
      'JSON in a line': `{"a":1,"password":"${SECRET}"}`,
      'JSON with comments': `{\n  // the database\n  "password": "${SECRET}",\n  "a": 1\n}\n`,
      'an XML element': `<a>\n  <password>${SECRET}</password>\n</a>\n`,
      'an XML attribute': `<a>\n  <db password="${SECRET}" port="1"/>\n</a>\n`,
      'an XML setting': `<a>\n  <add key="Password" value="${SECRET}"/>\n</a>\n`,
      'an XML property': `<a>\n  <property name="hibernate.connection.password">${SECRET}</property>\n</a>\n`,
      'an XML connection string': `<a>\n  <add name="x" connectionString="Server=db;User=${SECRET}"/>\n</a>\n`,
      'a URL': `a: 1\ndb: postgres://me:${SECRET.replace('/', '')}@host/db\n`,
      'a URL in INI': `[db]\ndsn = amqp://me:${SECRET.replace('/', '')}@host/db\n`,
      JDBC: `a=b\nurl=jdbc:mysql://db/x?user=me&password=${SECRET}\n`,
      'JDBC of Oracle': `a=b\nurl=jdbc:oracle:thin:scott/${SECRET.replace('/', '')}@db:1521:x\n`,
      'a DSN of Go': `a=b\ndsn=me:${SECRET.replace('/', '')}@tcp(db:3306)/x\n`,
      'a query': `a=b\nurl=https://api/x?access_token=${SECRET}\n`,
      'redis.conf': `port 6379\nrequirepass ${SECRET}\n`,
      '.netrc': `# hosts\nmachine x login me password ${SECRET}\n`,
      '.npmrc': `registry=https://r/\n//r/:_authToken=${SECRET}\n`,
      '.npmrc with a user': `registry=https://r/\n//r/:_auth=${encoded}\n`,
      PHP: `<?php\n$cfg['password'] = '${SECRET}';\n`,
      HCL: `db {\n  password = "${SECRET}"\n}\n`,
      'a shell script': `set -e\nlogin --password ${SECRET}\n`,
      'a shell script with a variable': `set -e\ncurl -u me:${SECRET} https://x\n`,
      'a private key': `a: 1\n-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----\n`,
      'a private key in YAML': `a: 1\nkey: |\n  -----BEGIN OPENSSH PRIVATE KEY-----\n  ${SECRET}\n  -----END OPENSSH PRIVATE KEY-----\n`,
      'a private key of PGP': `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${SECRET}\n-----END PGP PRIVATE KEY BLOCK-----\n`,
      'a kubeconfig': `kind: Config\nusers:\n- name: me\n  user:\n    client-key-data: ${encoded}\n    token: ${SECRET}\n`,
      'a docker configuration': `{\n  "auths": {\n    "r.io": {\n      "auth": "${encoded}"\n    }\n  }\n}\n`,
      'a docker configuration in YAML': `auths:\n  r.io:\n    auth: ${encoded}\n`,
      'a Secret of several lines': `kind: Secret\nmetadata: {name: x}\nstringData:\n  a: ${SECRET}\n`,
      'a setting named secret': `a=b\nsecret=${SECRET}\n`,
      'a setting named secret in YAML': `a: 1\njwt:\n  secret: ${SECRET}\n`,
      'one of several passwords': `A=b\nDB_PASSWORD_2=${SECRET}\nTOKEN_OLD=${SECRET}\nAPI_KEY_V2=${SECRET}\n`,
      'keys and salts of applications': `APP_KEY=base64:${SECRET}\nDD_APP_KEY=${SECRET}\nLICENSE_KEY=${SECRET}\nCOOKIE_SALT=${SECRET}\n`,
      'a short name': `A=b\nDB_PW=${SECRET}\nbind.pw=${SECRET}\nwifi_psk=${SECRET}\n`,
      'wp-config.php': `<?php\ndefine('DB_PASSWORD', '${SECRET}');\ndefine( "AUTH_KEY", "${SECRET}" );\n`,
      'SQL of MySQL': `CREATE USER 'me'@'%' IDENTIFIED BY '${SECRET}';\nSELECT 1;\n`,
      'SQL with a plugin': `CREATE USER me IDENTIFIED WITH caching_sha2_password BY '${SECRET}';\nSELECT 1;\n`,
      'SQL of Postgres': `create role me login encrypted password '${SECRET}';\nalter user me with password '${SECRET}';\n`,
      'fluent-bit.conf': `[OUTPUT]\n    Name es\n    HTTP_Passwd ${SECRET}\n    Match *\n`,
      'ldap.conf': `uri ldap://x\nbindpw ${SECRET}\nbase dc=x\n`,
      'a Dockerfile': `FROM x\nENV DB_TOKEN ${SECRET}\nRUN y\n`,
      'ldap.conf of one line': `bindpw ${SECRET}`,
      'redis.conf with two passwords': `port 6379\nrequirepass ${SECRET}\nmasterauth ${SECRET}\n`,
      'redis.conf of one line': `requirepass ${SECRET}\n`,
      'redis.conf in quotes': `requirepass "${SECRET}"`,
      'a header of nginx': `location / {\n  proxy_set_header X-Api-Key ${SECRET};\n  fastcgi_param DB_PASSWORD "${SECRET}";\n}\n`,
      'a header of nginx in one line': `proxy_set_header X-Api-Key ${SECRET};`,
      'a header of Apache': `RequestHeader set X-Auth-Token "${SECRET}"\nSetEnv DB_PASSWORD ${SECRET}\n`,
      'haproxy.cfg': `frontend x\n  http-request set-header X-Api-Key ${SECRET}\n  stats auth-token ${SECRET}\n`,
      LDIF: `dn: cn=me\nuserPassword:: ${encoded}\n`,
      'nginx.conf': `location / {\n  proxy_set_header Authorization "Basic ${encoded}";\n}\n`,
      'nginx.conf without a scheme': `location / {\n  proxy_set_header Authorization "${SECRET}";\n  proxy_set_header Cookie "sid=${SECRET}";\n}\n`,
      'nginx.conf without quotes': `location / {\n  proxy_set_header Proxy-Authorization ${SECRET};\n}\n`,
      'a script with mysql': `set -e\nmysqladmin ping -uroot -p${SECRET}\nmysql -u root \\\n  -p'${SECRET}' shop\n`,
      'a script with redis-cli': `set -e\nredis-cli -h db -a ${SECRET} ping\n`,
      'a script with curl': `set -e\ncurl -ume:${SECRET} https://x\ncurl --user=me:${SECRET} https://x\n`,
      'a number': `a: 1\npin: 2\npassword: 20251234567890\n`,
    }),
  )('hides the value in %s', (_, text) => {
    const shown = shownOf(text);
    for (const secret of [SECRET, SECRET.replace('/', ''), encoded, '20251234567890']) expect(shown).not.toContain(secret);
    expect(shown).toContain('redacted:0');
    // A second pass finds nothing more.
    expect(shownOf(shown)).toBe(shown);
  });

  it.each([
    'me:$apr1$lZL6V/ci$eIMz/iKDkbtys/uU7LEK00',
    'me:$2y$05$c4WoMPo3SXsafkva.HHa6uXQZWr7oboPiC2bT/r7q1BB8I2s0BRqC',
    'me:{SHA}VBPuJHI7uixaa6LQGWx4s+5GKNE=',
    'id: AKIAIOSFODNN7EXAMPLE',
    'x ghp_abcdefghijklmnopqrst0123456789abcdef',
    'x glpat-abcdefghijklmnopqrst',
    'https://hooks.slack.com/services/T00000000/B00000000/abcdefghijklmnopqrstuvwx',
    'https://discord.com/api/webhooks/123456789012345678/abc-def_ghi',
    'https://x.webhook.office.com/webhookb2/abc@def/IncomingWebhook/123/456',
    'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJl',
    'x glsa_abcdefghijklmnopqrstuvwxyzABCDEF_0123abcd',
    'x dckr_pat_abcdefghijklmnopqrstu',
    'x shpat_0123456789abcdef0123456789abcdef',
  ])('hides what is a credential by its form: %s', (line) => {
    const shown = shownOf(`first: line\n${line}\nlast: line\n`);
    expect(shown).toMatch(/^first: line\n.*redacted:0\nlast: line\n$/);
    expect(shown).not.toContain(line.slice(-12));
  });

  it('keeps the other lines, so that a difference can be read', () => {
    expect(shownOf(`a: 1\npassword: ${SECRET}\nb:\n  token: ${SECRET} # not that\n  c: 2\n`)).toBe(
      'a: 1\npassword: redacted:0\nb:\n  token: redacted:0 # not that\n  c: 2\n',
    );
    expect(shownOf(`<a>\n  <password>${SECRET}</password><b/>\n</a>\n`)).toBe('<a>\n  <password>redacted:0</password><b/>\n</a>\n');
    expect(shownOf(`[db]\nuser = me\npassword = "${SECRET}"\nport = 1\n`)).toBe('[db]\nuser = me\npassword = "redacted:0"\nport = 1\n');
  });

  it.each([
    'secretName: foo\npasswordSecretRef: {name: a, key: b}\ntokenTTL: 3600\nkey: app\nexistingSecret: shop-db\n',
    'a: 1\npassword: ""\ntoken: null\nallowCredentials: true\nsecret: shop-db\n',
    'a: 1\npassword: ${DB_PASSWORD}\ntoken: $(TOKEN)\nclientSecret: "{{ .Values.x }}"\napiKey: <key>\n',
    'a=b\npassword=${DB_PASSWORD}\ntoken=%TOKEN%\npassword.file=/run/secrets/x\ntoken=/var/run/secrets/token\n',
    'auth:\n  secretKeyRef:\n    name: a\n    key: password\nvolumes:\n- secret: {secretName: x}\n',
    'auth: basic\nauthentication: none\npassthrough: on\nbypass=1\ncompass: north\n',
    'image: registry.example/vault-token:1.2\nother: registry.example/secret:v1\n',
    'a: 1\ndata:\n- secretKey: password\n  remoteRef: {key: shop/db}\n',
    'proxy_set_header X-Api-Key $http_x_api_key2;\nproxy_set_header X-Token ${TOKEN1};\nssl_password /etc/nginx/pass1.txt;\n',
    'proxy_pass http://backend1:8080/token;',
    'enter the password below',
    'rotates the token every 30 days',
    'requirepass $REDIS_PASSWORD',
    'if (token == other) return;\nif (password != null) x();\n',
    'server {\n  listen 80;\n  proxy_pass http://x;\n  auth_basic_user_file /etc/x;\n}\n',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
    'The token expires after an hour.\nAsk for a password, then press the key.\n',
    'groups:\n- name: x\n  rules:\n  - alert: A\n    expr: rate(tokens_total[5m]) > 1\n',
    'set -e\nmysql -P 3306 -p -u root -p$PASSWORD shop\nredis-cli -a "$PASSWORD" ping; other -p1\ncurl -u $LOGIN https://x\n',
    'max_tokens: 4096\ntokenBucket: a\npasswordPolicy: strict\npassword_min_length: 8\nshipwreck: a\nawsSecret: shop-db\n',
    'Authorization is not given.\nIt is identified by its name.\nStart with password prompts.\ndefine(x, y)\n',
    'fastcgi_pass php:9000\nproxy_pass http://x\nuwsgi_pass x\n',
    'registry.example/vault-token:1.2',
    'This is about a token: it expires.',
  ])('keeps what is no credential: %j', (text) => {
    expect(shownOf(text)).toBe(text);
  });
});
