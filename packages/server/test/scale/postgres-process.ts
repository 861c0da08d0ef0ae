/** A separate PostgreSQL for the test, from the script that provides the test services. */
export interface PostgresProcess {
  url: string;
  restart(options?: { signal?: 'SIGINT' | 'SIGQUIT'; pauseMilliseconds?: number }): Promise<void>;
  stop(): Promise<void>;
}

export async function openPostgresProcess(): Promise<PostgresProcess> {
  const script = new URL('../../../../scripts/services.mjs', import.meta.url).href;
  const { openPostgres } = (await import(/* @vite-ignore */ script)) as {
    openPostgres: () => Promise<PostgresProcess>;
  };
  return openPostgres();
}
