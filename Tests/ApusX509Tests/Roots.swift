import ApusNet
import ApusX509

/// The roots that the system trusts, which are certificates of twenty years and all tastes.
enum Roots {
  static let path = "/etc/ssl/certs/ca-certificates.crt"

  static let isPresent = Files.exists(path)

  static func text() throws -> [UInt8] { try Files.contents(of: path) }

  /// The DER of each.
  static func certificates() throws -> [[UInt8]] {
    let text = try text()
    return try PEM.sections(of: text.span).map { try $0.bytes(in: text.span) }
  }
}
