export { PACKET_VERSION } from './packet.js';
export type { Packet, PacketBody, PacketType, ShownSource, StopReason } from './packet.js';
export type { Placement } from './placement.js';
export type { TokenUsage, ToolOutcome, UserQuestion } from './tool-outcome.js';
export { defineTool } from './tool.js';
export type { Tool, ToolContext } from './tool.js';
