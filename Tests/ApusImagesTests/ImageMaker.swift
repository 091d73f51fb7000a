import ApusImages

/// Writes small images for tests, byte by byte and without the code under test.
enum ImageMaker {
  static func bigEndian(_ number: Int, _ byteCount: Int = 4) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  static func littleEndian(_ number: Int, _ byteCount: Int = 4) -> [UInt8] {
    bigEndian(number, byteCount).reversed()
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  static func chunk(_ name: String, _ content: [UInt8] = []) -> [UInt8] {
    bigEndian(content.count) + Array(name.utf8) + content
      + bigEndian(crc(Array(name.utf8) + content))
  }

  static func header(
    _ width: Int, _ height: Int, depth: Int, type: Int, interlaced: Bool = false
  ) -> [UInt8] {
    chunk(
      "IHDR",
      bigEndian(width) + bigEndian(height)
        + [UInt8(depth), UInt8(type), 0, 0, interlaced ? 1 : 0])
  }

  /// A file of a header, chunks before the data, rows with their filters, and chunks after them.
  static func png(
    _ header: [UInt8], _ before: [UInt8] = [], rows: [UInt8], _ after: [UInt8] = []
  ) -> [UInt8] {
    signature + header + before + chunk("IDAT", zlib(rows)) + after + chunk("IEND")
  }

  /// A stream of zlib whose blocks are stored as they are.
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var at = 0
    repeat {
      let end = min(bytes.count, at + 0xffff)
      let count = end - at
      stream += [end == bytes.count ? 1 : 0] + littleEndian(count, 2) + littleEndian(~count, 2)
      stream += bytes[at..<end]
      at = end
    } while at < bytes.count
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bigEndian(b << 16 | a)
  }

  /// One bit at a time, as RFC 1952 section 8 has it.
  static func crc(_ bytes: [UInt8]) -> Int {
    var register: UInt32 = .max
    for byte in bytes {
      register ^= UInt32(byte)
      for _ in 0..<8 {
        register = register & 1 == 1 ? register >> 1 ^ 0xedb8_8320 : register >> 1
      }
    }
    return Int(~register)
  }

  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xff, marker] + bigEndian(content.count + 2, 2) + content
  }

  static func frame(_ marker: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    segment(marker, [8] + bigEndian(height, 2) + bigEndian(width, 2) + [1, 1, 0x11, 0])
  }

  /// A block with the orientation of an image.
  static func exif(_ orientation: Int, little: Bool, type: Int = 3) -> [UInt8] {
    func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
      little ? littleEndian(value, byteCount) : bigEndian(value, byteCount)
    }
    let value = number(orientation, type == 3 ? 2 : 4) + (type == 3 ? [0, 0] : [])
    return Array((little ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
      + number(0x0112, 2) + number(type, 2) + number(1, 4) + value + number(0, 4)
  }

  static func jpeg(_ parts: [UInt8]...) -> [UInt8] {
    [0xff, 0xd8] + parts.joined() + segment(0xda, [1, 1, 0, 0, 63, 0]) + [1, 2, 3, 0xff, 0xd9]
  }

  static func gif(_ width: Int, _ height: Int, _ blocks: [UInt8]...) -> [UInt8] {
    Array("GIF89a".utf8) + littleEndian(width, 2) + littleEndian(height, 2) + [0x80, 0, 0]
      + [0, 0, 0, 255, 255, 255] + blocks.joined() + [0x3b]
  }

  static func gifFrame(_ width: Int, _ height: Int, interlaced: Bool = false) -> [UInt8] {
    [0x2c, 0, 0, 0, 0] + littleEndian(width, 2) + littleEndian(height, 2)
      + [interlaced ? 0x40 : 0, 2, 2, 0x4c, 0x01, 0]
  }

  static func gifDelay(_ hundredths: Int, transparent: Bool = false) -> [UInt8] {
    [0x21, 0xf9, 4, transparent ? 1 : 0] + littleEndian(hundredths, 2) + [0, 0]
  }

  static func gifLoop(_ count: Int) -> [UInt8] {
    [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + littleEndian(count, 2) + [0]
  }

  static func webPChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    Array(name.utf8) + littleEndian(content.count) + content + (content.count % 2 == 1 ? [0] : [])
  }

  static func webP(_ chunks: [UInt8]...) -> [UInt8] {
    let content = Array("WEBP".utf8) + chunks.joined()
    return Array("RIFF".utf8) + littleEndian(content.count) + content
  }

  static func lossy(_ width: Int, _ height: Int) -> [UInt8] {
    webPChunk(
      "VP8 ",
      [0x10, 0, 0, 0x9d, 0x01, 0x2a] + littleEndian(width, 2) + littleEndian(height, 2) + [0])
  }

  static func lossless(_ width: Int, _ height: Int, alpha: Bool) -> [UInt8] {
    let bits = (width - 1) | (height - 1) << 14 | (alpha ? 1 : 0) << 28
    return webPChunk("VP8L", [0x2f] + littleEndian(bits) + [0, 0])
  }

  static func extended(_ flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
    webPChunk("VP8X", [flags, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3))
  }

  static func animationFrame(_ milliseconds: Int, _ frame: [UInt8]) -> [UInt8] {
    webPChunk("ANMF", Array(repeating: 0, count: 12) + littleEndian(milliseconds, 3) + [0] + frame)
  }

  static func bmpHeader(
    _ width: Int, _ height: Int, bits: Int, compression: Int = 0, byteCount: Int = 40
  ) -> [UInt8] {
    littleEndian(byteCount) + littleEndian(width) + littleEndian(height) + littleEndian(1, 2)
      + littleEndian(bits, 2) + littleEndian(compression)
      + Array(repeating: 0, count: byteCount - 20)
  }

  static func bmp(_ header: [UInt8], pixelByteCount: Int) -> [UInt8] {
    Array("BM".utf8) + littleEndian(14 + header.count + pixelByteCount) + littleEndian(0)
      + littleEndian(14 + header.count) + header + Array(repeating: 0, count: pixelByteCount)
  }

  static func ico(_ pictures: [[UInt8]]) -> [UInt8] {
    var offset = 6 + 16 * pictures.count
    var entries: [UInt8] = []
    for picture in pictures {
      entries += [16, 16, 0, 0] + littleEndian(1, 2) + littleEndian(32, 2)
      entries += littleEndian(picture.count) + littleEndian(offset)
      offset += picture.count
    }
    return [0, 0, 1, 0] + littleEndian(pictures.count, 2) + entries + pictures.joined()
  }

  /// Entries are a tag, a type and a value; directories follow each other.
  static func tiff(little: Bool, _ directories: [[(tag: Int, type: Int, value: Int)]]) -> [UInt8] {
    func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
      little ? littleEndian(value, byteCount) : bigEndian(value, byteCount)
    }
    var file = Array((little ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    for (index, entries) in directories.enumerated() {
      file += number(entries.count, 2)
      for entry in entries {
        file += number(entry.tag, 2) + number(entry.type, 2) + number(1, 4)
        file += entry.type == 3 ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
      }
      file += number(index + 1 < directories.count ? file.count + 4 : 0, 4)
    }
    return file
  }

  static func box(_ name: String, _ content: [UInt8]...) -> [UInt8] {
    let content = Array(content.joined())
    return bigEndian(content.count + 8) + Array(name.utf8) + content
  }

  /// A still image whose primary item has those properties, optionally with an alpha item.
  static func avif(_ properties: [[UInt8]], brand: String = "avif", alpha: Bool = false) -> [UInt8]
  {
    let auxiliary = box(
      "auxC", [0, 0, 0, 0], Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
    let own = properties.indices.map { UInt8($0 + 1) }
    var table = [0, 0, 0, 0] + bigEndian(alpha ? 2 : 1) + [0, 1, UInt8(own.count)] + own
    if alpha { table += [0, 2, 1, UInt8(own.count + 1)] }
    let container = box("ipco", Array(properties.joined()), alpha ? auxiliary : [])
    let reference = box("iref", [0, 0, 0, 0], box("auxl", [0, 2, 0, 1, 0, 1]))
    let meta = box(
      "meta", [0, 0, 0, 0], box("pitm", [0, 0, 0, 0, 0, 1]),
      box("iprp", container, box("ipma", table)),
      alpha ? reference : [])
    return box("ftyp", Array(brand.utf8), [0, 0, 0, 0], Array("mif1".utf8)) + meta
  }

  static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    box("ispe", [0, 0, 0, 0], bigEndian(width), bigEndian(height))
  }

  /// A track of pictures, of as many samples of each length.
  static func movie(unit: Int, _ samples: [(count: Int, length: Int)]) -> [UInt8] {
    let table = samples.flatMap { bigEndian($0.count) + bigEndian($0.length) }
    let times = box("stts", [0, 0, 0, 0], bigEndian(samples.count), table)
    let header = box("mdhd", Array(repeating: 0, count: 12), bigEndian(unit), bigEndian(0))
    let handler = box("hdlr", Array(repeating: 0, count: 8), Array("pict".utf8))
    return box("moov", box("trak", box("mdia", header, handler, box("minf", box("stbl", times)))))
  }
}
