/// The path of a file: bytes, which need not be text.
///
/// Linux gives a name any bytes but zero and the slash. A path from the system is carried through
/// as it is, so that it never leads to the file whose name its repaired text would be.
public struct FilePath: Hashable, Sendable {
  /// The bytes, without a zero at the end.
  public let bytes: [UInt8]

  /// Creates the path of those bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates the path that a text spells in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as text; nil if it is none.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// Whether C sees all of the path, and not another one that ends at a zero byte in its middle.
  package var isWhole: Bool { !bytes.contains(0) }

  /// The bytes as C takes them; a call must be made for a whole path only.
  package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Returns the path of a name in the folder that this path leads to.
  public func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == 0x2f ? [] : [0x2f]) + name.bytes)
  }

  /// The folder of a path and the plain name in it; nil if it names no file.
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
  /// Creates the path that a literal spells.
  public init(stringLiteral value: String) { self.init(value) }
}

extension FilePath: CustomStringConvertible {
  /// The text, or where it is none the bytes beyond ASCII as `\\xff`.
  public var description: String {
    if let text { return text }
    return bytes.map { byte in
      byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
    }.joined()
  }
}
