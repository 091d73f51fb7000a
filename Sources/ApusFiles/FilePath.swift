/// The path of a file: bytes that need not be text.
///
/// A file name on Linux may contain all bytes except zero and the slash. A path from the system is
/// kept unchanged: a repaired text could be the name of another file.
public struct FilePath: Hashable, Sendable {
  /// The bytes, without a zero at the end.
  public let bytes: [UInt8]

  /// Creates a path from its bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a path from text in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as text; nil if it is not valid UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// A Boolean value that indicates whether the path has no zero byte, so that C does not truncate
  /// it to another path.
  package var isWhole: Bool { !bytes.contains(0) }

  /// The bytes as a C string; use it only if `isWhole` is true.
  package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Returns the path of a name in the folder at this path.
  public func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == 0x2f ? [] : [0x2f]) + name.bytes)
  }

  /// Returns the folder of a path and the name in it; nil if the path has no file name.
  package func split() -> (folder: FilePath, name: FilePath)? {
    let slash = bytes.lastIndex(of: 0x2f)
    let name = bytes[(slash.map { $0 + 1 } ?? 0)...]
    let isDots = name.count <= 2 && name.allSatisfy { $0 == 0x2e }
    guard isWhole, !isDots, name.count <= 255 else { return nil }
    let folder = Array(bytes[..<(slash ?? 0)])
    return (
      folder.isEmpty ? (slash == nil ? "." : "/") : FilePath(bytes: folder),
      FilePath(bytes: Array(name))
    )
  }
}

extension FilePath: ExpressibleByStringLiteral {
  /// Creates a path from a string literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension FilePath: CustomStringConvertible {
  /// The text; for invalid UTF-8, the bytes beyond ASCII are escaped as `\\xff`.
  public var description: String {
    if let text { return text }
    return bytes.map { byte in
      byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
    }.joined()
  }
}
