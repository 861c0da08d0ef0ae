import type { JsonValue } from '@ibid/core';
import type { Trajectory, TrajectoryStep } from '@ibid/retrieval/internal';
import type { CallView } from '@ibid/core/turn-view';

/** What is known of a call's inner run: its steps as they come, and all of it once the call is over. */
export function trajectoryOfCall(call: CallView): { steps: TrajectoryStep[]; whole: Trajectory | null } {
  const whole = trajectoryIn(call.result?.data ?? null);
  if (whole !== null) return { steps: whole.steps, whole };
  return { steps: call.progress.flatMap((entry) => stepIn(entry.data)), whole: null };
}

function record(value: JsonValue | undefined): { [key: string]: JsonValue } | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
}

/** Tools are free in what they send; only data of the recorded form is taken for a run. */
function trajectoryIn(data: JsonValue): Trajectory | null {
  const trajectory = record(record(data)?.['trajectory']);
  const isRun =
    trajectory !== null && Array.isArray(trajectory['steps']) && record(trajectory['outcome']) !== null;
  return isRun ? (trajectory as unknown as Trajectory) : null;
}

/** At most one. */
export function stepIn(data: JsonValue): TrajectoryStep[] {
  const step = record(data);
  const isStep =
    typeof step?.['step'] === 'number' && Array.isArray(step['calls']) && Array.isArray(step['hops']);
  return isStep ? [step as unknown as TrajectoryStep] : [];
}
