import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { serve } from '../test-server.test-helper.js';

const PROGRAM = '/usr/sbin/dovecot';
export const hasDovecot = existsSync(PROGRAM);

/** Self-signed, for `mail.test`. */
export function makeCertificate(folder: string): { certificatePath: string; keyPath: string } {
  const certificatePath = join(folder, 'certificate.pem');
  const keyPath = join(folder, 'key.pem');
  const subject = ['-subj', '/CN=mail.test', '-addext', 'subjectAltName=DNS:mail.test,IP:127.0.0.1'];
  const files = ['-keyout', keyPath, '-out', certificatePath];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  });
  return { certificatePath, keyPath };
}

/** A real mail server in a temporary folder, with a TLS port and one for STARTTLS. Any user, one password. */
export async function startDovecot(password: string) {
  const folder = mkdtempSync(join(tmpdir(), 'ibid-imap-'));
  chmodSync(folder, 0o755);
  const { certificatePath, keyPath } = makeCertificate(folder);
  const isRoot = userInfo().uid === 0;
  // Dovecot does not serve mail as root.
  const { uid, gid } = isRoot ? { uid: 65_534, gid: 65_534 } : userInfo();
  const mail = join(folder, 'mail');
  mkdirSync(mail);
  if (isRoot) chownSync(mail, uid, gid);
  const [tls, plain] = [await freePort(), await freePort()];
  const configuration = join(folder, 'dovecot.conf');
  writeFileSync(
    configuration,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificatePath}
ssl_key = <${keyPath}
mail_location = maildir:${mail}/%u
first_valid_uid = 1
first_valid_gid = 1
auth_failure_delay = 0
mail_max_userip_connections = 4
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${mail}/%u
}
${isRoot ? '' : `default_internal_user = ${userInfo().username}\ndefault_login_user = ${userInfo().username}`}
namespace inbox {
  inbox = yes
  separator = /
  mailbox Trash {
    auto = create
    special_use = \\Trash
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${tls}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`,
  );
  let server: ChildProcess | null = null;
  const start = async () => {
    server = spawn(PROGRAM, ['-F', '-c', configuration], { stdio: 'ignore' });
    for (let attempt = 0; !(await isOpen(tls)); attempt++) {
      if (attempt > 600 || server.exitCode !== null)
        throw new Error(
          `Dovecot did not start:\n${existsSync(`${folder}/log`) ? readFileSync(`${folder}/log`, 'utf8') : ''}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const stop = async () => {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null) return;
    const gone = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGTERM');
    await gone;
  };
  await start();
  return {
    tls,
    plain,
    certificate: readFileSync(certificatePath, 'utf8'),
    start,
    stop,
    /** Delivers a message to a user's inbox, as a mail server does. */
    deliver(user: string, name: string, text: string) {
      for (const part of ['', 'new', 'cur', 'tmp']) {
        mkdirSync(join(mail, user, part), { recursive: true });
        if (isRoot) chownSync(join(mail, user, part), uid, gid);
      }
      writeFileSync(join(mail, user, 'new', name), text);
      if (isRoot) chownSync(join(mail, user, 'new', name), uid, gid);
    },
    discard(user: string, name: string) {
      for (const part of ['new', 'cur'])
        for (const file of readdirSync(join(mail, user, part)))
          if (file.startsWith(name)) rmSync(join(mail, user, part, file));
    },
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = await serve(() => {});
  await server.close();
  return Number(new URL(server.url).port);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
