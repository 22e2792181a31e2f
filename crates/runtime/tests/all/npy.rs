//! `.npy` files, good and bad.

use ir::Scalar;
use runtime::{Array, Value, npy};

fn sample(ty: Scalar, shape: &[usize], strides: &[usize]) -> Array {
    let elements: usize =
        shape.iter().zip(strides).map(|(extent, stride)| (extent - 1) * stride).sum::<usize>() + 1;
    let size = usize::try_from(ty.bytes()).unwrap();
    let bytes = (0..elements * size)
        .map(|at| if ty == Scalar::Bool { u8::from(at % 3 == 0) } else { (at * 7 % 100) as u8 });
    Array { ty, shape: shape.to_vec(), strides: strides.to_vec(), bytes: bytes.collect() }
}

fn same_elements(a: &Array, b: &Array) -> bool {
    let all = |array: &Array| array.indices().map(|index| array.get(&index).unwrap()).collect::<Vec<Value>>();
    a.shape == b.shape && a.ty == b.ty && all(a) == all(b)
}

#[test]
fn every_type_and_order_survives() {
    for ty in Scalar::ALL {
        for (shape, strides) in [
            (vec![], vec![]),
            (vec![5], vec![1]),
            (vec![2, 3], vec![3, 1]),
            (vec![2, 3], vec![1, 2]),
            (vec![2, 3, 4], vec![1, 2, 6]),
            (vec![2, 3], vec![4, 1]),
            (vec![2, 3], vec![1, 5]),
        ] {
            let array = sample(ty, &shape, &strides);
            let back = npy::parse(&npy::bytes(&array).unwrap()).unwrap();
            assert!(same_elements(&array, &back), "{ty} {shape:?} {strides:?}");
        }
    }
    let empty = Array { ty: Scalar::F64, shape: vec![0, 3], strides: vec![3, 1], bytes: vec![] };
    assert_eq!(npy::parse(&npy::bytes(&empty).unwrap()).unwrap().shape, [0, 3]);
}

#[test]
fn fortran_order_stays_fortran_order() {
    let array = sample(Scalar::F64, &[2, 3], &[1, 2]);
    let bytes = npy::bytes(&array).unwrap();
    assert!(String::from_utf8_lossy(&bytes).contains("'fortran_order': True"));
    assert_eq!(npy::parse(&bytes).unwrap(), array);
}

/// A file of version 1 with this header.
fn file(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(header.len()).unwrap().to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

#[test]
fn big_endian_files_are_read() {
    let bytes = file(
        "{'descr': '>i4', 'fortran_order': False, 'shape': (2,), }\n",
        &[0, 0, 1, 2, 0xFF, 0xFF, 0xFF, 0xFE],
    );
    let array = npy::parse(&bytes).unwrap();
    assert_eq!(array.get(&[0]).unwrap().as_int(), Some(258));
    assert_eq!(array.get(&[1]).unwrap().as_int(), Some(-2));
    let parts = [1.5_f32.to_be_bytes(), (-2.25_f32).to_be_bytes()].concat();
    let bytes = file("{'descr': '>c8', 'fortran_order': False, 'shape': (1,), }\n", &parts);
    assert_eq!(npy::parse(&bytes).unwrap().get(&[0]), Value::complex(Scalar::C64, [1.5, -2.25]));
}

#[test]
fn bad_files_are_refused() {
    let header = |descr: &str, shape: &str| {
        format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}\n")
    };
    let reason = |header: &str, data: &[u8]| npy::parse(&file(header, data)).unwrap_err();
    assert!(npy::parse(b"").unwrap_err().contains("header"));
    assert!(npy::parse(b"\x93NUMPY").is_err());
    assert!(npy::parse(b"\x93NUMPY\x02\x00\xff\xff\xff\xff").is_err());
    assert_eq!(reason(&header("'<f8'", "(3,)"), &[0; 23]), "is shorter than its header says");
    assert!(reason(&header("'<f8'", "(4294967296, 4294967296)"), &[]).contains("header"));
    assert!(reason(&header("'<f8'", "(0xffffffffffffffff, 0xff)"), &[]).contains("header"));
    assert!(reason(&header("'<f8'", "(99999999, 99999999)"), &[]).contains("shorter"));
    assert!(reason(&header("'<c32'", "(1,)"), &[0; 32]).contains("<c32"));
    assert!(reason(&header("'|O'", "(1,)"), &[0; 16]).contains("elements of type"));
    assert!(reason(&header("[('a', '<f8')]", "(1,)"), &[0; 8]).contains("elements of type"));
    assert!(reason(&"[".repeat(60_000), &[]).contains("header"));
    assert!(reason("{'descr': '<f8'}", &[]).contains("no `.npy` file"));
}

#[test]
fn files_are_written_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.npy");
    let array = sample(Scalar::I16, &[3], &[1]);
    npy::write(&path, &array).unwrap();
    assert_eq!(npy::read(&path).unwrap(), array);
    assert_eq!(npy::read(&folder.path().join("b.npy")).unwrap_err().code, "lp::npy::read");
    assert_eq!(npy::write(&folder.path().join("no/c.npy"), &array).unwrap_err().code, "lp::npy::write");
}
