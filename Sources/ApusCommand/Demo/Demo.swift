import ApusBytes
import ApusCrypto
import ApusHTTP
import ApusNet
import ApusSerialization
import ApusSession
import ApusTestServer
import ApusX509

/// A local server and a client that run the steps of the demo.
final class Demo: Sendable {
  /// A step of the demo, which returns its evidence or throws an error.
  struct Step: Sendable {
    let name: String
    let run: @Sendable (Demo) async throws -> String
  }

  /// The reason that a step of the demo failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  let server: TestServer
  /// The only root certificate that the client of the demo trusts.
  let root: X509.Certificate
  let session: HTTPSession
  let handshakes = Handshakes()
  /// The file path of the upload, and the file path of the download.
  let (source, copy): (String, String)
  /// The number of bytes of the file that the demo transfers.
  static let fileByteCount = 16 << 20

  static func steps(requestCount: Int) -> [Step] {
    [
      Step(name: "a JSON round trip over TLS", run: { try await $0.exchangeJSON() }),
      Step(name: "a server with the pinned key is trusted", run: { try await $0.meetPin() }),
      Step(name: "a server with another key is rejected", run: { try await $0.missPin() }),
      Step(name: "a server with another name is rejected", run: { try await $0.missName() }),
      Step(name: "an upload with progress", run: { try await $0.upload() }),
      Step(name: "a download with progress", run: { try await $0.download() }),
      Step(
        name: "\(requestCount) requests over kept connections",
        run: { try await $0.repeatRequests(requestCount) }),
    ]
  }

  /// Starts the server of the demo with its own certificate authority. The files of the demo are in
  /// the given folder.
  init(in folder: String, _ authority: TestAuthority? = nil) async throws {
    let name = Hex.encode(try SystemRandom().bytes(8))
    source = "\(folder)/apus-demo-\(name)-up"
    copy = "\(folder)/apus-demo-\(name)-down"
    let authority = try authority ?? TestAuthority("Apus demonstration")
    root = authority.root
    let content = try SystemRandom().bytes(Self.fileByteCount)
    server = try await TestServer(tls: try TestServer.Security(authority)) { request in
      Self.answer(request, content)
    }
    do {
      session = try HTTPSession(server.url) { [root, handshakes] in
        $0.tls.roots = .only([root])
        $0.tls.onHandshake = { handshakes.add($0) }
        $0.timeouts.total = .seconds(120)
      }
    } catch {
      await server.shutdown()
      throw error
    }
  }

  /// Stops the server and the client, and removes the files of the demo.
  func end() async {
    await session.shutdown()
    await server.shutdown()
    await Interruption.settle()
    for path in [source, copy] where Files.exists(path) { try? Files.remove(path) }
  }

  /// Returns the response of the demo's server, which numbers orders, stores uploads and sends
  /// content.
  private static func answer(_ request: TestRequest, _ content: [UInt8]) -> TestAnswer {
    switch request.path {
    case "/orders":
      guard var order = try? JSON.Value(parsing: request.body) else {
        return .response(HTTP.Response(400))
      }
      order["id"] = 1
      return .response(HTTP.Response(201, body: (try? order.bytes()) ?? []))
    case "/content" where request.method == .put:
      return .response(HTTP.Response(200, body: Array(digest(request.body).utf8)))
    case "/content": return .response(HTTP.Response(200, body: content))
    default: return .response(HTTP.Response(200, body: Array("ok".utf8)))
    }
  }

  static func digest(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.digest(of: bytes)) }

  func expect(_ holds: Bool, _ what: String) throws {
    guard holds else { throw Failure(what) }
  }
}
