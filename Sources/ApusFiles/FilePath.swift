/// The path of a file, as bytes that need not be valid text.
///
/// A file name on Linux may contain all bytes except zero and the slash. The program uses a path
/// from the system unchanged, because a path with repaired text could name a different file.
public struct FilePath: Hashable, Sendable {
  /// The bytes of the path, without a zero byte at the end.
  public let bytes: [UInt8]

  /// Creates a file path from its bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a file path from a text in UTF-8.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// The file path as text. The value is `nil` if the path is not valid UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// A Boolean value that indicates whether the path contains no zero byte. C would cut a path at a
  /// zero byte.
  package var isWhole: Bool { !bytes.contains(0) }

  /// The path as a C string, which is correct only if `isWhole` is `true`.
  package var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Returns the path of a file in the folder at this path.
  public func appending(_ name: FilePath) -> FilePath {
    FilePath(bytes: bytes + (bytes.last == 0x2f ? [] : [0x2f]) + name.bytes)
  }

  /// Returns the folder of the path and the file name. The value is `nil` if the path has no valid
  /// file name.
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
  /// The path as text.
  /// If the path is not valid UTF-8, the bytes beyond ASCII are escaped as `\\xff`.
  public var description: String {
    if let text { return text }
    return bytes.map { byte in
      byte < 0x80
        ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
    }.joined()
  }
}
