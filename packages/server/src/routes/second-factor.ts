import { createRoute, z } from '@hono/zod-openapi';
import type { User } from '@ibid/store/internal';
import type { Context } from 'hono';
import { IdParamSchema } from '../api/schemas/index.js';
import { administratorOf } from '../auth/access.js';
import { createLoginAttempts } from '../auth/login-attempts.js';
import { verifyPassword } from '../auth/passwords.js';
import { maySetUp, newRecoveryCodes, offerSetUp, takeCode } from '../auth/second-factor.js';
import { newTotpSecret, totpAddress } from '../auth/totp.js';
import { Conflict, Forbidden, NotFound, Unprocessable } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { addressGroup, clientAddress, publicOrigin } from '../http/client-address.js';
import { conflict, jsonAnswer, jsonBody, nothing, problems, unprocessable } from '../http/route-parts.js';
import type { Accounts, Configuration, Processes } from '../services.js';
import { readSystemSettings } from '../settings/system-settings.js';
import { personOf } from './own-account.js';

const tags = ['Session'];
const WithPasswordSchema = z.object({ password: z.string().min(1).max(1000) });
/** Required if the settings say so. */
const withSetUpCode = { setUpCode: z.string().max(40).optional() };

/** ORG-1: one-time codes in addition to the password, and recovery when the app is lost. */
export function registerSecondFactorRoutes(api: Api, services: Configuration & Accounts & Processes): void {
  const { limits, trustProxy } = services.options;
  const beginAttempt = createLoginAttempts({ failedLogins: limits.failedLogins, redis: services.redis });

  /** Someone at an unattended screen must neither change how its owner logs in nor guess the password. */
  const provenUser = async (
    context: Context<AppEnv>,
    password: string,
    also: (user: User) => Promise<void> = async () => {},
  ): Promise<User> => {
    const user = await services.users.get(personOf(context).principal.user.id);
    if (!user?.passwordHash) throw new Forbidden('You log in without a password here.', 'no_password');
    const address = addressGroup(clientAddress(context, trustProxy));
    const attempt = await beginAttempt({ name: user.name, address, isKnownAddress: true });
    if (!(await verifyPassword(password, user.passwordHash)))
      throw new Unprocessable('The password is wrong.', 'wrong_password');
    await also(user);
    await attempt.succeeded();
    return user;
  };

  const requireSetUpCode = async (userId: string, code: string | undefined): Promise<void> => {
    if (!(await maySetUp(services, userId, code)))
      throw new Unprocessable(
        'The set-up code is wrong or too old. Ask an administrator for a new one.',
        'wrong_set_up_code',
      );
  };

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/second-factor',
      tags,
      summary: 'Whether you log in with a second factor, and how many recovery codes are left',
      responses: {
        200: jsonAnswer(
          z.object({
            isPossible: z.boolean(),
            isOn: z.boolean(),
            /** Whether set-up requires a code from an administrator. */
            needsSetUpCode: z.boolean(),
            recoveryCodesLeft: z.number(),
          }),
          'The second factor',
        ),
        ...problems,
      },
    }),
    async (context) => {
      const { id } = personOf(context).principal.user;
      const isOn = (await services.secondFactors.get(id))?.isConfirmed === true;
      const isPossible = (await services.users.get(id))?.passwordHash != null;
      const recoveryCodesLeft = isOn ? await services.secondFactors.recoveryCodesLeft(id) : 0;
      const { secondFactorNeedsCode: needsSetUpCode } = await readSystemSettings(services.settings);
      return context.json({ isPossible, isOn, needsSetUpCode, recoveryCodesLeft }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/second-factor',
      tags,
      summary: 'Begin to set up a second factor; log-ins ask for it once you have confirmed a code',
      request: { body: jsonBody(WithPasswordSchema.extend(withSetUpCode)) },
      responses: {
        200: jsonAnswer(
          z.object({ secret: z.string(), address: z.string() }),
          'Secret and address for the authenticator app',
        ),
        ...problems,
        ...unprocessable,
        ...conflict,
      },
    }),
    async (context) => {
      const { password, setUpCode } = context.req.valid('json');
      const user = await provenUser(context, password, ({ id }) => requireSetUpCode(id, setUpCode));
      const secret = newTotpSecret();
      if (!(await services.secondFactors.begin(user.id, services.secrets.seal(secret))))
        throw new Conflict('You have a second factor already. Remove it first.', 'second_factor_is_on');
      const { host } = new URL(publicOrigin(context, services.options));
      return context.json({ secret, address: totpAddress({ secret, name: user.name, host }) }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/second-factor/confirm',
      tags,
      summary: 'Confirm a second factor with one of its codes; returns the recovery codes, only this once',
      request: { body: jsonBody(z.object({ code: z.string().min(1).max(40), ...withSetUpCode })) },
      responses: {
        200: jsonAnswer(z.object({ recoveryCodes: z.array(z.string()) }), 'Recovery codes'),
        ...problems,
        ...unprocessable,
        ...conflict,
      },
    }),
    async (context) => {
      const { id } = personOf(context).principal.user;
      const factor = await services.secondFactors.get(id);
      if (!factor || factor.isConfirmed)
        throw new Conflict('There is nothing to confirm. Begin again.', 'nothing_to_confirm');
      const { code, setUpCode } = context.req.valid('json');
      // Check again: set-up may have begun before codes were required.
      await requireSetUpCode(id, setUpCode);
      if ((await takeCode(services, id, code)) !== 'code')
        throw new Unprocessable(
          'The code is wrong. Check that the phone’s clock is right, then enter the next code.',
          'wrong_code',
        );
      const { codes, hashes } = newRecoveryCodes(id);
      await services.secondFactors.confirm(id, hashes);
      return context.json({ recoveryCodes: codes }, 200);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/second-factor/remove',
      tags,
      summary: 'Log in without the second factor from now on; needs your password',
      request: { body: jsonBody(WithPasswordSchema) },
      responses: { ...nothing, ...problems, ...unprocessable },
    }),
    async (context) => {
      const user = await provenUser(context, context.req.valid('json').password);
      if (!(await services.secondFactors.remove(user.id)))
        throw new NotFound('There is no second factor to remove.');
      return context.body(null, 204);
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/api/users/{id}/second-factor/code',
      tags: ['Users'],
      summary:
        'Create a code with which the user can set up a second factor, once, within a week; administrators only',
      request: { params: IdParamSchema },
      responses: {
        201: jsonAnswer(z.object({ code: z.string(), expiresAt: z.string() }), 'The code, shown only once'),
        ...problems,
        ...conflict,
      },
    }),
    async (context) => {
      administratorOf(context);
      const user = await services.users.get(context.req.valid('param').id);
      if (!user) throw new NotFound('There is no such user.');
      if (!user.passwordHash) throw new Conflict('This user logs in without a password here.', 'no_password');
      if ((await services.secondFactors.get(user.id))?.isConfirmed)
        throw new Conflict('This user has a second factor. Remove it first.', 'second_factor_is_on');
      return context.json(await offerSetUp(services, user.id), 201);
    },
  );

  api.openapi(
    createRoute({
      method: 'delete',
      path: '/api/users/{id}/second-factor',
      tags: ['Users'],
      summary: 'Remove the second factor of a user who lost it; administrators only',
      request: { params: IdParamSchema },
      responses: { ...nothing, ...problems },
    }),
    async (context) => {
      administratorOf(context);
      if (!(await services.secondFactors.remove(context.req.valid('param').id)))
        throw new NotFound('This user has no second factor.');
      return context.body(null, 204);
    },
  );
}
