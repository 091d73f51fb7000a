/// Why a line is not what was asked for, and which line it is, from 1.
public enum JSONLineError: Error, Equatable, Sendable {
  /// More bytes than a line may have.
  case tooLong(line: Int, limit: Int)
  /// A line that is not JSON.
  case malformed(line: Int, JSONError)
  /// A line that did not become a value of the type.
  case undecodable(line: Int, JSONDecodingError)
}

extension JSONLineError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLong(let line, let limit): "line \(line) has more than \(limit) bytes"
    case .malformed(let line, let error): "line \(line) of the stream: \(error)"
    case .undecodable(let line, let error): "line \(line) of the stream: \(error)"
    }
  }
}
