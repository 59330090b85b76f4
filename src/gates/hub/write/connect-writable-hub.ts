import { type ConnectOptions, hubConnection, type LiveHub } from '../connect-hub.ts';
import { liveHubOver } from '../hub-over.ts';
import { ServerTime } from '../http/server-time.ts';
import { HubWriter, WritingClient } from './hub-writer.ts';

/** A hub that can be read and changed, over one connection and one login. */
export interface WritableHub {
  readonly hub: LiveHub;
  readonly writer: HubWriter;
}

/** @throws ConfigError as `connectHub` */
export async function connectWritableHub(options: ConnectOptions): Promise<WritableHub> {
  const connection = await hubConnection(options);
  const { transport, userAgent = 'fleet-gate', terms } = connection;
  const client = new WritingClient({ ...connection, serverTime: new ServerTime(), userAgent });
  return { hub: liveHubOver(connection), writer: new HubWriter(client, transport.closed, terms) };
}
