import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { beginSession } from '../auth/begin-session.js';
import { admit } from '../auth/oidc/admit.js';
import { findIdentityProvider } from '../auth/oidc/identity-provider.js';
import type { IdentityProvider } from '../auth/oidc/identity-provider.js';
import {
  LOGIN_COOKIE,
  LOGIN_SECONDS,
  openLoginState,
  pathOnly,
  sealLoginState,
} from '../auth/oidc/login-state.js';
import type { LoginState } from '../auth/oidc/login-state.js';
import { personOfClaims } from '../auth/oidc/person-of-claims.js';
import { openidClient, providerClient } from '../auth/oidc/provider-client.js';
import { claimsOf, tokensOf } from '../auth/oidc/provider-session.js';
import { isSetUp } from '../auth/setup.js';
import { Forbidden, HttpError, NotFound } from '../errors/index.js';
import type { Api, AppEnv } from '../http/app-env.js';
import { isSecure, publicOrigin } from '../http/client-address.js';
import { problems } from '../http/route-parts.js';
import type { Accounts, Configuration, Observability } from '../services.js';

const tags = ['Session'];
const params = z.object({ provider: z.string().max(30) });
const redirect = { 302: { description: 'Redirects the browser' } };

/** ORG-1: log-in through OpenID Connect: redirect and callback. */
export function registerIdentityRoutes(api: Api, services: Configuration & Observability & Accounts): void {
  const { trustProxy } = services.options;

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/login/{provider}',
      tags,
      summary: 'Log in through an OpenID Connect provider; redirects the browser to it',
      request: { params, query: z.object({ to: z.string().max(2000).optional() }) },
      responses: { ...redirect, ...problems },
    }),
    async (context) => {
      const provider = await knownProvider(services, context.req.valid('param').provider);
      const client = await openidClient();
      const login: LoginState = {
        providerId: provider.id,
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        to: pathOnly(context.req.valid('query').to),
      };
      const configuration = await providerClient(services.outgoing, provider).catch((error: unknown) => {
        services.log.warn({ provider: provider.id, reason: (error as Error).message }, 'no provider to ask');
        return null;
      });
      if (!configuration) return context.redirect('/?problem=provider_unreachable');
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackAddress(services, context, provider),
        scope: [...new Set(['openid', ...provider.scopes])].join(' '),
        state: login.state,
        nonce: login.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: 'S256',
      });
      setCookie(context, LOGIN_COOKIE, sealLoginState(services.secrets, login), {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/api/login',
        maxAge: LOGIN_SECONDS,
        secure: isSecure(context, trustProxy),
      });
      return context.redirect(address.href);
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/api/login/{provider}/callback',
      tags,
      summary: 'The provider sends the browser back here; begins the session',
      request: { params },
      responses: { ...redirect, ...problems },
    }),
    async (context) => {
      const provider = await knownProvider(services, context.req.valid('param').provider);
      const sealed = deleteCookie(context, LOGIN_COOKIE, { path: '/api/login' });
      const login = openLoginState(services.secrets, sealed, provider.id);
      try {
        if (!login) throw new Forbidden('This log-in was not begun here, or too long ago.', 'login_expired');
        await finish(services, context, provider, login);
        return context.redirect(login.to);
      } catch (error) {
        const problem = await problemOf(error);
        services.log.warn({ provider: provider.id, problem, reason: (error as Error).message }, 'no log-in');
        return context.redirect(`/?problem=${problem}`);
      }
    },
  );
}

async function finish(
  services: Configuration & Accounts,
  context: Context<AppEnv>,
  provider: IdentityProvider,
  login: LoginState,
): Promise<void> {
  // The first administrator's password is the fallback if the provider fails, so it must be set first.
  if (!(await isSetUp(services)))
    throw new Forbidden(
      'Create the administrator first, with the link printed at the first start.',
      'login_refused',
    );
  const configuration = await providerClient(services.outgoing, provider);
  const address = new URL(callbackAddress(services, context, provider));
  address.search = new URL(context.req.url).search;
  const tokens = await (
    await openidClient()
  ).authorizationCodeGrant(configuration, address, {
    expectedState: login.state,
    expectedNonce: login.nonce,
    pkceCodeVerifier: login.verifier,
    idTokenExpected: true,
  });
  const said = tokens.claims();
  if (!said) throw new Forbidden('The provider did not say who the user is.', 'login_refused');
  const { iss: issuer, sub: subject } = said;
  const { claims, tellsGroups } = await claimsOf({ configuration, provider, tokens, subject });
  const person = personOfClaims(claims, provider);
  if (!person.isAllowed)
    throw new Forbidden('The user is in none of the groups that may log in.', 'login_refused');
  const user = await admit(services, { issuer, subject }, person);
  context.set('auditNote', { actor: user });
  const kept = JSON.stringify(tokensOf(tokens, { issuer: provider.issuer, subject, tellsGroups }));
  await beginSession(services, context, {
    userId: user.id,
    identity: { providerId: provider.id, sealedTokens: services.secrets.seal(kept) },
  });
}

async function knownProvider(services: Configuration, id: string): Promise<IdentityProvider> {
  const provider = await findIdentityProvider(services, id);
  if (!provider) throw new NotFound('There is no such provider.');
  return provider;
}

function callbackAddress(
  services: Configuration,
  context: Context<AppEnv>,
  { id }: IdentityProvider,
): string {
  return `${publicOrigin(context, services.options)}/api/login/${id}/callback`;
}

/** An error code for the page, which turns it into a sentence. */
async function problemOf(error: unknown): Promise<string> {
  const { AuthorizationResponseError } = await openidClient();
  if (error instanceof AuthorizationResponseError) return 'login_refused';
  if (error instanceof HttpError && ['login_refused', 'login_expired'].includes(error.code))
    return error.code;
  return 'login_failed';
}
