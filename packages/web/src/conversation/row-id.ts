import type { Message } from '../api/types.js';

/** The id of the element that shows the message. */
export const rowId = (message: Message): string => `message-${message.id}`;
