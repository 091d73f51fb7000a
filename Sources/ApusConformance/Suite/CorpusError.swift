import ApusNet
import ApusSerialization

/// An error that a test corpus does not match its format.
enum CorpusError: Error, CustomStringConvertible {
  case noFiles(folder: String, ending: String)
  case malformed(file: String, JSON.ParsingError)
  case malformedXML(file: String, XML.ParsingError)
  case missing(key: String, id: String)

  var description: String {
    switch self {
    case .noFiles(let folder, let ending): "\(folder) holds no \(ending) file"
    case .malformed(let file, let error): "\(file): \(error)"
    case .malformedXML(let file, let error): "\(file): \(error)"
    case .missing(let key, let id): "case \(id) has no usable \"\(key)\""
    }
  }
}

extension CorpusError {
  /// Returns the JSON document in a file.
  static func document(at path: String) throws -> JSON.Value {
    let bytes = try Files.contents(of: path)
    do throws(JSON.ParsingError) {
      return try JSON.Value(parsing: bytes.span)
    } catch {
      throw CorpusError.malformed(file: path, error)
    }
  }
}
