import { IbidError } from '@ibid/core';

export class LocalModeNeedsLoopback extends IbidError {
  readonly code = 'local_mode_needs_loopback';

  constructor(host: string) {
    super(
      `Without login the server listens on this machine only, not on ${host}. ` +
        'Start it with --login to let others in, or leave the host out.',
    );
  }
}
