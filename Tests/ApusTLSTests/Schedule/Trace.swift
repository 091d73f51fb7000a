import ApusBytes
import ApusCrypto
import ApusNet

@testable import ApusTLS

/// A recorded handshake of RFC 8448, from the repository's `Fixtures` folder.
struct Trace {
  private let values: [String: String]

  init(_ name: String) throws {
    let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
    let bytes = try Files.contents(of: "\(root)/Fixtures/tls/rfc8448/\(name).txt")
    var (values, current) = ([String: String](), "")
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.utf8.starts(with: "  ".utf8) {
        values[current, default: ""] += line.dropFirst(2)
      } else {
        current = String(line.split(separator: " ")[0])
      }
    }
    self.values = values
  }

  /// Returns bytes by their name; a missing name is an error of the test.
  func callAsFunction(_ name: String) throws -> [UInt8] {
    try Hex.decode(values[name] ?? "missing")
  }

  /// Returns a secret by its name.
  func secret(_ name: String) throws -> SecretBytes {
    let bytes = try self(name)
    return SecretBytes(copying: bytes.span)
  }

  /// Returns a private key by its name.
  func x25519(_ name: String) throws -> PrivateShare {
    let bytes = try self(name)
    return .x25519(try X25519.PrivateKey(rawRepresentation: bytes.span))
  }

  /// Returns a private key by its name.
  func p256(_ name: String) throws -> PrivateShare {
    let bytes = try self(name)
    return .p256(try P256.PrivateKey(rawRepresentation: bytes.span))
  }
}

extension TrafficSecret {
  var bytes: [UInt8] { withBytes { $0.copy() } }
}

extension SecretBytes {
  var bytes: [UInt8] { withBytes { $0.copy() } }
}
