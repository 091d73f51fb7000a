import ApusNet
import ApusSerialization
import CApusTestSupport
import TestSupport
import Testing

@testable import ApusConnections
@testable import ApusSession

/// Forms as Werkzeug reads them, which httpbin brings along.
@Suite(.ownThread, .enabled(if: HTTPBin.hasPython, "there is no Python with Werkzeug"))
struct WerkzeugTests {
  static let names = [
    "plain", "", "a\"b", "a\r\nX-Injected: 1\r\n\r\nbody", "a\nb", "a\rb", "a\u{0}b", "ü日😀",
    "a;b=\"c\"", "\"; filename=\"evil.sh", "x%22y", "ends\\", "name*=UTF-8''x", "\r\n--",
    "\u{2028}",
  ]

  /// Prints each field and file of a form as a line of JSON.
  private static let program = """
    import base64, io, json, sys
    from werkzeug.formparser import MultiPartParser
    body = open(sys.argv[1], "rb").read()
    form, files = MultiPartParser().parse(io.BytesIO(body), sys.argv[2].encode(), len(body))
    text = lambda data: base64.b64encode(data).decode()
    with open(sys.argv[3], "w") as out:
      for name, value in form.items(multi=True):
        print(json.dumps([name, None, None, text(value.encode())]), file=out)
      for name, file in files.items(multi=True):
        print(json.dumps([name, file.filename, file.content_type, text(file.read())]), file=out)
    """

  private func read(_ multipart: Multipart) async throws -> [[JSON.Value]] {
    let folder = try TemporaryFolder()
    let session = try HTTPSession("http://127.0.0.1/")
    let body = "\(folder.path)/body"
    _ = try await session.writeBody(of: .post("", multipart.body()), to: body)
    let program = try folder.write(Array(Self.program.utf8), to: "read.py")
    let lines = "\(folder.path)/lines"
    let command =
      "'\(HTTPBin.python)' '\(program)' '\(body)' '\(multipart.boundary.text)' '\(lines)'"
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

  /// Returns the name that the other side reads: it decodes only the escape of a quote.
  private func received(_ name: String) -> String {
    let name = name.utf8.last == 0x5c ? name.dropLast() + "%5C" : name[...]
    let scalars = name.unicodeScalars.map { scalar in
      scalar.value < 0x20
        ? "%" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16, uppercase: true)
        : String(scalar)
    }
    return scalars.joined().split(separator: "%22", omittingEmptySubsequences: false)
      .joined(separator: "\"")
  }

  @Test func `Werkzeug parses a multipart field with a hostile name as one field`()
    async throws
  {
    let parts = Self.names.enumerated().map { Multipart.Part.field($1, "value \($0)") }
    let read = try await read(try Multipart(parts))
    #expect(read.count == Self.names.count)
    for (index, name) in Self.names.enumerated() {
      #expect(read[index][0].string == received(name))
      #expect(read[index][3].string == base64("value \(index)"))
    }
  }

  @Test func `Werkzeug parses a multipart file with a hostile name as one file`() async throws {
    let content = Array("\r\n--\r\n".utf8) + Array(0...255)
    let names = Self.names.filter { !$0.isEmpty }
    let parts = names.map { Multipart.Part.bytes("f", content, fileName: $0, .octetStream) }
    let read = try await read(try Multipart(parts))
    #expect(read.count == names.count)
    for (line, name) in zip(read, names) {
      #expect(line[0].string == "f")
      #expect(line[1].string == received(name))
      #expect(line[2].string == "application/octet-stream")
      #expect(line[3].string == Base64.encode(content))
    }
  }

  @Test func `files and body sequences arrive unchanged at Werkzeug`() async throws {
    let folder = try TemporaryFolder()
    let content = [UInt8](repeating: 0x2d, count: 1 << 20)
    let path = try folder.write(content, to: "dashes.png")
    let pieces = BodyPiecesTests.Pieces(pieces: [[0x0d], [0x0a], [0x2d, 0x2d]])
    let multipart = try Multipart([
      .file("file", at: path), .content("pieces", .sequence(pieces), fileName: "p.json"),
    ])
    let read = try await read(multipart)
    #expect(read.map { $0[1].string } == ["dashes.png", "p.json"])
    #expect(read.map { $0[2].string } == ["image/png", "application/json"])
    #expect(
      read.map { $0[3].string } == [Base64.encode(content), Base64.encode([13, 10, 45, 45])])
  }

  private func base64(_ text: String) -> String { Base64.encode(Array(text.utf8)) }
}
