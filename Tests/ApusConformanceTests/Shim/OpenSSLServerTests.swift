import ApusBytes
import ApusNet
import TestSupport
import Testing

@testable import ApusConformance

/// The shim with a foreign server, in a version that ours lacks and in the common one.
@Suite(.ownThread, .enabled(if: OpenSSLServer.isExpected, "openssl is not installed"))
struct OpenSSLServerTests {
  private let server: OpenSSLServer

  init() throws { server = OpenSSLServer(credential: try ShimCredential("p256")) }

  private static let good = TLSShim.Outcome()

  @Test func `the TLS shim connects with TLS 1.2 if TLS 1.2 is expected`() async throws {
    let play = try await server.play(
      "-tls1_2 -cipher ECDHE-ECDSA-AES256-GCM-SHA384 -groups P-384 -alpn foo",
      flags: [
        "-expect-version", "771", "-expect-cipher", "49196", "-expect-curve-id", "24",
        "-expect-peer-signature-algorithm", "1027", "-advertise-alpn", "\u{3}foo", "-expect-alpn",
        "foo", "-verify-peer", "-host-name", "runner.example", "-expect-no-hrr",
        "-shim-writes-first", "-shim-shuts-down",
      ])
    #expect(play.outcome == Self.good)
    #expect(play.printed.contains("hello".utf8))
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `the TLS shim fails if the server closes without a close_notify alert`(
    version: String
  ) async throws {
    let play = try await server.play(version, isTalking: true, flags: [])
    #expect(play.outcome.status == 1 && play.outcome.complaint.hasPrefix(":UNEXPECTED_EOF:"))
    #expect(play.printed.contains(OpenSSLServer.message.utf8.map { ~$0 }))
  }

  @Test(arguments: [
    ["-expect-version", "772"], ["-expect-curve-id", "23"], ["-min-version", "772"],
    ["-no-tls1", "-no-tls11", "-no-tls12"],
  ])
  func `the TLS shim fails with TLS 1.2 if a different version is expected`(flags: [String])
    async throws
  {
    let play = try await server.play("-tls1_2 -groups P-384", flags: flags)
    #expect(play.outcome.status == 1)
  }

  @Test(arguments: [
    ("-tls1_2", "", true), ("-tls1_2", "Options = -ExtendedMasterSecret", false),
    ("-tls1_3", "Options = -ExtendedMasterSecret", true),
  ])
  func `the TLS shim requires an extended master secret if the flag expects it`(
    version: String, settings: String, isBound: Bool
  ) async throws {
    let expecting = try await server.play(
      version, settings: settings,
      flags: ["-expect-extended-master-secret", "-shim-shuts-down"])
    #expect(expecting.outcome.status == (isBound ? 0 : 1))
    #expect(expecting.outcome.complaint.isEmpty == isBound)
    let content = try await server.play(
      version, settings: settings, flags: ["-shim-shuts-down"])
    #expect(content.outcome == Self.good)
  }

  @Test(arguments: ["-tls1_2", "-tls1_3"])
  func `the TLS shim and the server export the same keying material`(version: String) async throws {
    let play = try await server.play(
      "\(version) -keymatexport 'a label' -keymatexportlen 24",
      flags: [
        "-export-keying-material", "24", "-export-label", "a label", "-shim-shuts-down",
      ])
    #expect(play.outcome == Self.good)
    let material = try #require(Self.material(in: play.printed))
    #expect(play.printed.contains(material))
  }

  @Test(arguments: [
    // In TLS 1.2 no context is another than an empty one.
    ("-tls1_2", ["-use-export-context"], false), ("-tls1_3", ["-use-export-context"], true),
    ("-tls1_3", ["-use-export-context", "-export-context", "some"], false),
    ("-tls1_3", ["-export-label", "another"], false),
  ])
  func `exported keying material differs for different labels and contexts`(
    version: String, more: [String], isSame: Bool
  ) async throws {
    let options = "\(version) -keymatexport 'a label' -keymatexportlen 24"
    let play = try await server.play(
      options,
      flags: ["-export-label", "a label"] + more + [
        "-export-keying-material", "24", "-shim-shuts-down",
      ])
    #expect(play.outcome == Self.good)
    let material = try #require(Self.material(in: play.printed))
    #expect(play.printed.contains(material) == isSame)
  }

  /// The keying material that the server has printed in hexadecimal.
  private static func material(in printed: [UInt8]) -> [UInt8]? {
    let lines = printed.split(separator: 0x0a).map { String(decoding: $0, as: UTF8.self) }
    let mark = "Keying material: "
    return lines.first { $0.contains(mark) }
      .flatMap { line in line.split(separator: " ").last }
      .flatMap { try? Hex.decode(String($0)) }
  }
}
