import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseXml } from './parse-xml.test-helper.js';
import { renderDescriptorPreview } from './render-preview.js';

describe('FD-1 a large text is shown as a preview and a handle', () => {
  it('names the handle and the sizes and shows whole lines of the beginning', () => {
    const content = Array.from({ length: 1000 }, (_, i) => `line ${i + 1} <&>`).join('\n');
    const parsed = parseXml(renderDescriptorPreview({ descriptor: 'fd:3', content, previewTokens: 20 }));
    expect(parsed.name).toBe('fd_result');
    expect(parsed.attributes).toMatchObject({ fd: 'fd:3', lines: '1000', pages: '2', truncated: 'true' });
    expect(parsed.text).toContain('line 1 <&>\nline 2 <&>\nline 3 <&>\n');
    expect(parsed.text).not.toContain('line 4 ');
  });

  it('says when the whole text is there, and can leave the preview out', () => {
    expect(renderDescriptorPreview({ descriptor: 'fd:1', content: 'short' })).toContain('truncated="false"');
    const bare = renderDescriptorPreview({ descriptor: 'fd:1', content: 'short', previewTokens: 0 });
    expect(bare).not.toContain('short');
    expect(bare).toContain('truncated="true"');
  });

  it('is well-formed for any content and size', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 50 }), (content, size) => {
        const xml = renderDescriptorPreview({ descriptor: 'fd:1', content, previewTokens: size });
        expect(() => parseXml(xml)).not.toThrow();
      }),
    );
  });
});
