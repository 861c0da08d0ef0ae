import { IbidError } from '@ibid/core';

export class ServerUnreachable extends IbidError {
  readonly code = 'server_unreachable';

  constructor(address: string, cause: unknown) {
    super(`No Ibid server answers at ${address}. Start one with: ibid serve. Or leave out --server.`, {
      cause,
    });
  }
}
