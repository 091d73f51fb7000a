import ApusNet
import ApusSerialization
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Forms in Node's own reader, that of its `fetch`.
///
/// From version 20 on it reads forms in the style of browsers: of the escapes in a name it decodes
/// `%22`, `%0D` and `%0A`, and no other. A name that had those three characters before becomes
/// another name, because browsers leave a percent sign unchanged. By RFC 7578 section 2 it should
/// decode all of them. Node 18 has another reader, which decodes none, and reads an empty name as
/// the word `undefined`.
@Suite(.ownThread, .enabled(if: Node.isExpected, "there is no Node of version 18 or later"))
struct NodeTests {
  /// Writes each field and file of a form as a line of JSON.
  private static let program = """
    const fs = require("fs");
    const [body, type, lines] = process.argv.slice(2);
    const answer = new Response(fs.readFileSync(body), { headers: { "Content-Type": type } });
    answer.formData().then(async (form) => {
      let text = "";
      for (const [name, value] of form) {
        const isFile = typeof value !== "string";
        const bytes = Buffer.from(isFile ? await value.arrayBuffer() : value);
        const about = isFile ? [value.name, value.type] : [null, null];
        text += JSON.stringify([name, ...about, bytes.toString("base64")]) + "\\n";
      }
      fs.writeFileSync(lines, text);
    });
    """

  private func read(_ multipart: Multipart) async throws -> [[JSON.Value]] {
    let folder = try TemporaryFolder()
    let session = try HTTPSession("http://127.0.0.1/")
    let body = "\(folder.path)/body"
    _ = try await session.writeBody(of: .post("", multipart.body()), to: body)
    let program = try folder.write(Array(Self.program.utf8), to: "read.js")
    let lines = "\(folder.path)/lines"
    let command = "node '\(program)' '\(body)' '\(multipart.mediaType)' '\(lines)'"
    // SAFETY: a C string for this call only.
    #expect(unsafe apus_test_run(command) == 0)
    var reader = JSON.LineReader(lineByteCountLimit: 8 << 20)
    reader.append(try Files.contents(of: lines))
    reader.finish()
    var values: [[JSON.Value]] = []
    while let value = try reader.nextValue() { values.append(value.array ?? []) }
    await session.shutdown()
    return values
  }

  /// Returns the name that the other side reads.
  private func received(_ name: String) throws -> String {
    let disposition = Multipart.Part.field(name, "").headers[.contentDisposition]
    let quoted = try #require(disposition?.text.dropFirst(#"form-data; name=""#.count))
    var text = String(quoted.dropLast())
    guard Node.undoesEscapes else { return text.isEmpty ? "undefined" : text }
    for (escape, character) in [("%22", "\""), ("%0D", "\r"), ("%0A", "\n")] {
      text = text.split(separator: escape, omittingEmptySubsequences: false)
        .joined(separator: character)
    }
    return text
  }

  @Test func `Node parses a multipart field with a hostile name as one field`() async throws {
    let parts = WerkzeugTests.names.enumerated().map { Multipart.Part.field($1, "value \($0)") }
    let read = try await read(try Multipart(parts))
    #expect(read.count == WerkzeugTests.names.count)
    for (index, (line, name)) in zip(read, WerkzeugTests.names).enumerated() {
      #expect(line[0].string.map(bytes) == bytes(try received(name)))
      #expect(line[1] == .null)
      #expect(line[3].string == Base64.encode(bytes("value \(index)")))
    }
  }

  @Test func `Node parses a multipart file with a hostile name as one file`() async throws {
    let content = bytes("\r\n--\r\n") + Array(0...255)
    let names = WerkzeugTests.names
    let parts = names.map { Multipart.Part.bytes("f", content, fileName: $0, .octetStream) }
    let read = try await read(try Multipart(parts))
    #expect(read.count == names.count)
    for (line, name) in zip(read, names) {
      #expect(line[0].string == "f")
      #expect(line[1].string.map(bytes) == bytes(try received(name)))
      #expect(line[2].string == "application/octet-stream")
      #expect(line[3].string == Base64.encode(content))
    }
  }

  @Test func `files, body sequences and long content arrive unchanged at Node`()
    async throws
  {
    let folder = try TemporaryFolder()
    let content = [UInt8](repeating: 0x2d, count: 1 << 20)
    let path = try folder.write(content, to: "dashes.png")
    let pieces = BodyPiecesTests.Pieces(pieces: [[0x0d], [0x0a], [0x2d, 0x2d]])
    // Node 18 returns fields before files.
    let multipart = try Multipart([
      .field("first", "é"), .file("file", at: path),
      .content("pieces", .sequence(pieces), fileName: "p.json"),
      .bytes("long", content, fileName: "l.bin"),
    ])
    let read = try await read(multipart)
    #expect(read.map { $0[1].string } == [nil, "dashes.png", "p.json", "l.bin"])
    let types = [nil, "image/png", "application/json", "application/octet-stream"]
    #expect(read.map { $0[2].string } == types)
    let contents = [bytes("é"), content, [13, 10, 45, 45], content]
    #expect(read.map { $0[3].string } == contents.map { Base64.encode($0) })
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
