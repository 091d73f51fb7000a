internal import CApusSystem

/// The kind of file at a path, such as a regular file or a folder.
public enum FileKind: Hashable, Sendable {
  /// A regular file, which has an end and never blocks a reader.
  case regular
  case folder
  /// A symbolic link to any target.
  case link
  case device
  case pipe
  case socket
  /// A file of a kind that no other case describes.
  case other

  /// Creates a file kind from the number that the C function returns.
  package init(number: Int64) {
    switch number {
    case Int64(APUS_REGULAR_FILE): self = .regular
    case Int64(APUS_FOLDER): self = .folder
    case Int64(APUS_LINK): self = .link
    case Int64(APUS_DEVICE): self = .device
    case Int64(APUS_PIPE): self = .pipe
    case Int64(APUS_SOCKET): self = .socket
    default: self = .other
    }
  }
}

extension FileKind: CustomStringConvertible {
  public var description: String {
    switch self {
    case .regular: "a regular file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .device: "a device"
    case .pipe: "a pipe"
    case .socket: "a socket"
    case .other: "a special file"
    }
  }
}
