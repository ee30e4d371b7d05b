// A wing nut turns over, exactly; then the same body as a top that my own function pulls down. Rust on polhode.h:
//   rustc free_motion.rs -L FOLDER_OF_THE_LIBRARY -l polhode
use std::ffi::{c_char, c_int, c_void, CStr};
use std::ptr::{null, null_mut};

/// What of polhode.h is used here. Structures have the layout of C; what handles point to is never looked at.
mod c {
    use super::*;
    #[repr(C)]
    pub struct Out {
        pub data: *mut f64,
        pub row: isize,
        pub column: isize,
    }
    #[repr(C)]
    pub struct Settings {
        pub size: usize,
        pub method: *const c_char,
        pub flow: *const c_char,
        pub accuracy: f64,
        pub step: f64,
        pub steps: i64,
        pub output_every: i64,
        pub output_step: f64,
        pub output_times: *const f64,
        pub output_count: i64,
        pub energy_correction: c_int,
        pub estimate: c_int,
        pub stop: Option<extern "C" fn(*mut c_void, f64) -> c_int>,
        pub stop_context: *mut c_void,
        pub dense_output: c_int,
        pub quantities: *const c_char,
    }
    pub enum Body {}
    pub enum Problem {}
    pub enum Run {}
    pub type Torque = extern "C" fn(*mut c_void, f64, *const f64, *const f64, *mut f64) -> c_int;
    extern "C" {
        pub fn polhode_last_error() -> *const c_char;
        pub fn polhode_body_create_moments(moments: *const f64, body: *mut *mut Body) -> c_int;
        pub fn polhode_body_destroy(body: *mut Body);
        pub fn polhode_free_motion(
            body: *const Body,
            q: *const f64,
            w: *const f64,
            times: *const f64,
            n: i64,
            q_out: Out,
            w_out: Out,
        ) -> c_int;
        pub fn polhode_problem_create(body: *const Body, problem: *mut *mut Problem) -> c_int;
        pub fn polhode_problem_destroy(problem: *mut Problem);
        pub fn polhode_problem_set_start(problem: *mut Problem, q: *const f64, w: *const f64) -> c_int;
        pub fn polhode_problem_set_times(problem: *mut Problem, start: f64, end: f64) -> c_int;
        pub fn polhode_problem_add_callback(
            problem: *mut Problem,
            torque: Torque,
            context: *mut c_void,
            energy: *const c_void,
            uses_time: c_int,
            uses_velocity: c_int,
        ) -> c_int;
        pub fn polhode_run(problem: *const Problem, settings: *const Settings, run: *mut *mut Run) -> c_int;
        pub fn polhode_result_destroy(run: *mut Run);
        pub fn polhode_result_count(run: *const Run, n: *mut i64) -> c_int;
        pub fn polhode_result_states(
            run: *const Run,
            first: i64,
            n: i64,
            t: *mut f64,
            q: Out,
            w: Out,
            l: Out,
            energy: *mut f64,
        ) -> c_int;
        pub fn polhode_result_error(run: *const Run, error: *mut f64) -> c_int;
    }
}

fn checked(status: c_int) -> Result<(), String> {
    if status == 0 {
        return Ok(());
    }
    Err(unsafe { CStr::from_ptr(c::polhode_last_error()) }
        .to_string_lossy()
        .into_owned())
}
fn rows<const N: usize>(to: &mut [[f64; N]]) -> c::Out {
    c::Out {
        data: to.as_mut_ptr().cast(),
        row: N as isize,
        column: 1,
    }
}
fn unwanted() -> c::Out {
    c::Out {
        data: null_mut(),
        row: 0,
        column: 0,
    }
}

struct Body(*mut c::Body);
impl Body {
    fn of_moments(moments: [f64; 3]) -> Result<Body, String> {
        let mut body = null_mut();
        checked(unsafe { c::polhode_body_create_moments(moments.as_ptr(), &mut body) })?;
        Ok(Body(body))
    }
    /// The angular velocities at times after the state.
    fn free(&self, q: [f64; 4], w: [f64; 3], times: &[f64]) -> Result<Vec<[f64; 3]>, String> {
        let mut then = vec![[0.0; 3]; times.len()];
        let n = times.len() as i64;
        checked(unsafe {
            c::polhode_free_motion(
                self.0,
                q.as_ptr(),
                w.as_ptr(),
                times.as_ptr(),
                n,
                unwanted(),
                rows(&mut then),
            )
        })?;
        Ok(then)
    }
    /// The last attitude under a torque, and its error.
    fn pulled(
        &self,
        q: [f64; 4],
        w: [f64; 3],
        end: f64,
        torque: c::Torque,
        weight: &mut f64,
        accuracy: f64,
    ) -> Result<([f64; 4], f64), String> {
        let nothing: c::Settings = unsafe { std::mem::zeroed() }; // as POLHODE_SETTINGS
        let settings = c::Settings {
            size: std::mem::size_of::<c::Settings>(),
            accuracy,
            ..nothing
        };
        let (mut problem, mut run, mut n, mut last, mut error) = (null_mut(), null_mut(), 0, [[0.0; 4]], 0.0);
        let done = unsafe {
            checked(c::polhode_problem_create(self.0, &mut problem))
                .and_then(|()| checked(c::polhode_problem_set_start(problem, q.as_ptr(), w.as_ptr())))
                .and_then(|()| checked(c::polhode_problem_set_times(problem, 0.0, end)))
                .and_then(|()| {
                    checked(c::polhode_problem_add_callback(
                        problem,
                        torque,
                        weight as *mut f64 as *mut c_void,
                        null(),
                        0,
                        0,
                    ))
                })
                .and_then(|()| checked(c::polhode_run(problem, &settings, &mut run)))
                .and_then(|()| checked(c::polhode_result_count(run, &mut n)))
                .and_then(|()| {
                    checked(c::polhode_result_states(
                        run,
                        n - 1,
                        1,
                        null_mut(),
                        rows(&mut last),
                        unwanted(),
                        unwanted(),
                        null_mut(),
                    ))
                })
                .and_then(|()| checked(c::polhode_result_error(run, &mut error)))
        };
        unsafe { (c::polhode_result_destroy(run), c::polhode_problem_destroy(problem)) }; // null is allowed
        done.map(|()| (last[0], error))
    }
}
impl Drop for Body {
    fn drop(&mut self) {
        unsafe { c::polhode_body_destroy(self.0) }
    }
}

/// The weight pulls at a point 1 m up the axis: torque arm x (weight in body axes), in N m along body axes.
extern "C" fn pull(context: *mut c_void, _t: f64, q: *const f64, _w: *const f64, torque: *mut f64) -> c_int {
    let (weight, q, torque) = unsafe {
        (
            *(context as *const f64),
            &*(q as *const [f64; 4]),
            &mut *(torque as *mut [f64; 3]),
        )
    };
    let (down_x, down_y) = (-2.0 * (q[1] * q[3] - q[0] * q[2]), -2.0 * (q[2] * q[3] + q[0] * q[1]));
    *torque = [-weight * down_y, weight * down_x, 0.0];
    0
}

fn main() -> Result<(), String> {
    let (q, w, times) = ([1.0, 0.0, 0.0, 0.0], [0.01, 5.0, 0.02], [1.0, 10.0, 1e6]);
    let nut = Body::of_moments([0.6, 0.8, 1.0])?;
    for (t, w) in times.iter().zip(nut.free(q, w, &times)?) {
        println!("t = {t:<7} w = ({:9.6}, {:9.6}, {:9.6})", w[0], w[1], w[2]);
    }
    let (end, error) = nut.pulled(q, w, 10.0, pull, &mut 1.0, 1e-10)?;
    println!(
        "top: q = ({:.9}, {:.9}, {:.9}, {:.9}), in error by less than 1e-10 rad: {}",
        end[0],
        end[1],
        end[2],
        end[3],
        error < 1e-10
    );
    // What is wrong comes back as words.
    println!("{}", Body::of_moments([1.0, 2.0, 5.0]).err().unwrap_or_default());
    if error < 1e-10 {
        Ok(())
    } else {
        Err(format!("in error by {error} rad"))
    }
}
