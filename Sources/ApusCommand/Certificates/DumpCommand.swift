import ApusASN1
import ApusBytes
import ApusNet
import ApusX509

/// `apus cert asn1`: what stands in a file, byte by byte, be it broken or not.
struct DumpCommand: Command {
  static let name = "asn1"
  static let path = "cert asn1"
  static let operands = "FILE"
  static let summary = "shows the values in any DER or PEM with their offsets, be it broken or not"
  static let details = [
    "Each line has the offset of a value, the bytes of its tag and length, those of its content,",
    "and what it is. What is wrong stands below it behind an exclamation mark, and ends the",
    "command with 1.",
  ]
  static let options = [OutputFormat.option]

  /// One piece of the file that is to be DER.
  private struct Piece {
    let title: String?
    let bytes: [UInt8]
  }

  private let path: String
  private let format: OutputFormat

  init(_ arguments: Arguments) throws(UsageError) {
    path = try arguments.onlyOperand(Self.operands)
    format = try arguments.choice("format", default: .text)
  }

  func run(_ console: inout Console) -> ExitStatus {
    let pieces: [Piece]
    do throws(SystemError) {
      pieces = Self.pieces(of: try console.contents(of: path), &console)
    } catch {
      console.complain("\(error)")
      return .unreadable
    }
    guard !pieces.isEmpty else {
      console.complain("\(Console.shown(path)) holds nothing that can be decoded")
      return .unreadable
    }
    let dumps = pieces.map { ASN1.Dump($0.bytes.span) }
    switch format {
    case .text:
      for (piece, dump) in zip(pieces, dumps) {
        if let title = piece.title { console.print("\(title):") }
        console.print(dump.lines.joined(separator: "\n"))
      }
    case .json:
      console.print(
        X509.Document.members([
          X509.Document.Member("schema", "apus.asn1/1"),
          X509.Document.Member(
            "pieces", .list(zip(pieces, dumps).map { Self.document($0.title, $1) })),
        ]).json)
    }
    guard console.complaints.utf8.isEmpty else { return .unreadable }
    return dumps.allSatisfy { $0.firstProblem == nil && $0.isComplete } ? .success : .failure
  }

  /// The sections of a text, or the whole of what is none.
  private static func pieces(of bytes: [UInt8], _ console: inout Console) -> [Piece] {
    var scanner = PEM.Scanner()
    var pieces: [Piece] = []
    var isText = false
    while bytes.first != 0x30 {
      do throws(ASN1Error) {
        guard let section = try scanner.next(in: bytes.span) else { break }
        isText = true
        let label = ForeignText.escaped(section.label.rawValue.utf8)
        pieces.append(
          Piece(
            title: "line \(section.line), \(label)", bytes: try section.bytes(in: bytes.span)))
      } catch {
        isText = true
        console.complain("\(error)")
      }
    }
    return isText || bytes.isEmpty ? pieces : [Piece(title: nil, bytes: bytes)]
  }

  private static func document(_ title: String?, _ dump: ASN1.Dump) -> X509.Document {
    let nodes = dump.nodes.map { node -> X509.Document in
      var members: [X509.Document.Member] = [
        X509.Document.Member("offset", .number(Int64(node.start))),
        X509.Document.Member("depth", .number(Int64(node.depth))),
        X509.Document.Member("headerByteCount", .number(Int64(node.headerByteCount))),
        X509.Document.Member("byteCount", .number(Int64(node.byteCount))),
      ]
      if let tag = node.tag { members.append(X509.Document.Member("type", .text(tag.name))) }
      if !node.preview.isEmpty {
        members.append(X509.Document.Member("preview", .text(node.preview)))
      }
      if let problem = node.problem {
        members.append(X509.Document.Member("problem", .text("\(problem)")))
      }
      return .members(members)
    }
    let named = title.map { [X509.Document.Member("title", .text($0))] } ?? []
    return .members(named + [X509.Document.Member("values", .list(nodes))])
  }
}
